/** The page of the graph panel: nothing of it comes from the code that is shown. */

export interface PageParts {
  readonly nonce: string;
  /** Where the editor serves the files from. */
  readonly source: string;
  readonly script: string;
  readonly style: string;
}

export function pageOf({ nonce, source, script, style }: PageParts): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${source}`,
    "img-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Blastlens graph</title>
<link rel="stylesheet" href="${style}">
</head>
<body>
<div id="view"></div>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
