/** Makes elements; every text goes in as text, so nothing of a document is ever read as HTML. */

export interface Attributes {
  [name: string]: string | number | boolean | undefined;
}

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) {
      made.setAttribute(name, value === true ? '' : String(value));
    }
  }
  made.append(...children);
  return made;
}

export function button(label: string, className: string, onClick: () => void, accessibleLabel?: string): HTMLButtonElement {
  const made = element('button', { type: 'button', class: className, 'aria-label': accessibleLabel }, label);
  made.addEventListener('click', (event) => {
    event.stopPropagation();
    onClick();
  });
  return made;
}

/** Makes a container's children the given nodes and leaves alone those that stand right already, focus included. */
export function arrange(container: Element, nodes: Node[]): void {
  nodes.forEach((node, at) => {
    if (container.childNodes[at] !== node) {
      container.insertBefore(node, container.childNodes[at] ?? null);
    }
  });
  while (container.childNodes.length > nodes.length) {
    container.lastChild?.remove();
  }
}
