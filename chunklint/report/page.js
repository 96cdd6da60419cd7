// Sorting and searching in a report's tables. The state is kept in the address (#q=…&hide=info&sort=place), so that a
// view can be linked to. Without this script the page shows everything in its first order.
"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  const collator = new Intl.Collator(root.lang, { numeric: true });

  const key = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.sort ?? cell.textContent;
  };

  const sort = (table, column, descending) => {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, at) => {
      if (at === column) head.setAttribute("aria-sort", descending ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    const body = table.tBodies[0];
    const rows = [...body.rows].map((row) => [key(row, column), Number(row.dataset.order ?? 0), row]);
    const sign = descending ? -1 : 1;
    rows.sort((a, b) => sign * collator.compare(a[0], b[0]) || a[1] - b[1]);
    body.append(...rows.map((row) => row[2]));
  };

  const tables = [...document.querySelectorAll("table.sortable")];
  for (const table of tables) {
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const button = head.querySelector("button");
      button?.addEventListener("click", () => {
        sort(table, column, head.getAttribute("aria-sort") === "ascending");
        if (table.id === "findings-table") remember();
      });
    });
  }

  const findings = document.getElementById("findings-table");
  const search = document.getElementById("search");
  const shown = document.getElementById("shown");
  const boxes = [...document.querySelectorAll("input[data-severity]")];

  const remember = () => {
    const state = new URLSearchParams();
    if (search.value) state.set("q", search.value);
    const hidden = boxes.filter((box) => !box.checked).map((box) => box.dataset.severity);
    if (hidden.length) state.set("hide", hidden.join(","));
    const head = findings.querySelector("th[aria-sort]");
    if (head) state.set("sort", (head.getAttribute("aria-sort") === "descending" ? "-" : "") + head.dataset.name);
    history.replaceState(null, "", "#" + state);
  };

  if (!findings || !search) return;
  const rows = [...findings.tBodies[0].rows].map((row) => [row, row.textContent.toLowerCase()]);

  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const severities = new Set(boxes.filter((box) => box.checked).map((box) => box.dataset.severity));
    let count = 0;
    for (const [row, text] of rows) {
      const visible = severities.has(row.dataset.severity) && words.every((word) => text.includes(word));
      row.hidden = !visible;
      count += visible;
    }
    shown.textContent = shown.dataset.text.replace("%", count.toLocaleString("en"));
  };

  let due = 0;
  search.addEventListener("input", () => {
    cancelAnimationFrame(due);
    due = requestAnimationFrame(() => { filter(); remember(); });
  });
  for (const box of boxes) box.addEventListener("change", () => { filter(); remember(); });

  for (const link of document.querySelectorAll("a[data-search]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      search.value = link.dataset.search;
      filter();
      remember();
      findings.closest("section").scrollIntoView();
      search.focus({ preventScroll: true });
    });
  }

  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      search.focus();
    } else if (event.key === "Escape" && document.activeElement === search) {
      search.value = "";
      filter();
      remember();
    }
  });

  const restore = () => {
    const state = new URLSearchParams(location.hash.slice(1));
    search.value = state.get("q") ?? "";
    const hidden = new Set((state.get("hide") ?? "").split(","));
    for (const box of boxes) box.checked = !hidden.has(box.dataset.severity);
    const name = (state.get("sort") ?? "").replace(/^-/, "");
    const column = [...findings.tHead.rows[0].cells].findIndex((head) => head.dataset.name === name);
    if (column >= 0) sort(findings, column, state.get("sort").startsWith("-"));
    filter();
  };
  addEventListener("hashchange", restore);
  restore();
})();
