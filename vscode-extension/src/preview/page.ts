/** The panel's page: an empty frame with a strict content security policy; the webview's script fills it. */

export interface PageSources {
  /** The origin that the webview may load styles from. */
  source: string;
  script: string;
  style: string;
  nonce: string;
  locale: string;
}

export function page({ source, script, style, nonce, locale }: PageSources): string {
  const policy = [`default-src 'none'`, `style-src ${source}`, `script-src 'nonce-${nonce}'`].join('; ');
  return `<!DOCTYPE html>
<html lang="${escaped(locale)}">
<head>
  <meta charset="UTF-8">
  <meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
  <meta name="viewport" content="width=device-width, initial-scale=1.0">
  <link rel="stylesheet" href="${escaped(style)}">
</head>
<body>
  <header id="toolbar"></header>
  <main id="chunks"></main>
  <script nonce="${escaped(nonce)}" src="${escaped(script)}"></script>
</body>
</html>`;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
}
