/** Delay before a Blob's URL is revoked: browsers start a download shortly after the click, well within this time. */
const KEPT_MS = 60_000;

/** Saves a file through the browser's downloads. */
export function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

export const saveJson = (content: unknown, name: string): void =>
  save(new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: 'application/json' }), name);
