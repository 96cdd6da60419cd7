/** Takes from the server's hover what VS Code shows by itself. */

/** The rule's name, the finding's message, and a line before the rule's page; see chunklint/server/rule_pages.py. */
const HEAD = /^(\*\*[A-Z]+\d+ [\w-]+\*\*)\n\n.*\n\n---\n/m;

/** A hover's Markdown without the message of the finding whose page it holds: the editor has put that above. */
export function withoutMessage(markdown: string): string {
  return markdown.replace(HEAD, '$1\n');
}
