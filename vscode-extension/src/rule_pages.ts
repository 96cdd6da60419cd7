/** Shows rules' pages rendered, as documents of a scheme of their own; the texts come from the server. */

import * as vscode from 'vscode';
import { type Middleware, vsdiag } from 'vscode-languageclient/node';

const SCHEME = 'chunklint-rule';
export const OPEN_RULE = 'chunklint.openRule';

/** What the server's command gives for a rule. */
interface RulePage {
  code: string;
  markdown: string;
}

/** Pages by code, since the settings of an open document may know rules that others do not. */
const pages = new Map<string, string>();

/** Lets the editor read documents of rules' pages; `ask` runs the server's command for a code. */
export function registerRulePages(ask: (code: string) => Promise<unknown>): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: async ({ path }) => {
      const code = path.replace(/^\//, '').replace(/\.md$/, '');
      if (!pages.has(code)) {
        keep(await ask(code));
      }
      return pages.get(code) ?? '';
    },
  });
}

/** Answers the server's command with the rendered page instead of its file's source, and links findings to it. */
export const ruleMiddleware: Middleware = {
  executeCommand: async (command, args, next) => {
    const answer: unknown = await next(command, args);
    const page = command === OPEN_RULE ? keep(answer) : undefined;
    if (page !== undefined) {
      await vscode.commands.executeCommand('markdown.showPreviewToSide', pageUri(page.code));
    }
    return answer;
  },
  window: {
    // The server shows the page's file to clients that do not render it.
    showDocument: async (params, token, next) => (/\/chunklint_rules\/|\/rules\//.test(params.uri) ? { success: true } : next(params, token)),
  },
  handleDiagnostics: (uri, diagnostics, next) => next(uri, linked(diagnostics)),
  provideDiagnostics: async (document, previous, token, next) => {
    const report = await next(document, previous, token);
    if (report?.kind === vsdiag.DocumentDiagnosticReportKind.full) {
      linked(report.items);
    }
    return report;
  },
  provideWorkspaceDiagnostics: (known, token, reporter, next) =>
    next(known, token, (chunk) => {
      for (const report of chunk?.items ?? []) {
        if (report.kind === vsdiag.DocumentDiagnosticReportKind.full) {
          linked(report.items);
        }
      }
      reporter(chunk);
    }),
};

/** Findings whose codes lead to the rendered page. */
function linked(diagnostics: vscode.Diagnostic[]): vscode.Diagnostic[] {
  for (const one of diagnostics) {
    if (typeof one.code === 'object' && one.code.target.scheme === 'file') {
      one.code = { value: one.code.value, target: pageUri(String(one.code.value)) };
    }
  }
  return diagnostics;
}

function pageUri(code: string): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: `/${code}.md` });
}

function keep(answer: unknown): RulePage | undefined {
  if (typeof answer !== 'object' || answer === null || !('markdown' in answer) || !('code' in answer)) {
    return undefined;
  }
  const page = { code: String(answer.code), markdown: String(answer.markdown) };
  pages.set(page.code, page.markdown);
  return page;
}
