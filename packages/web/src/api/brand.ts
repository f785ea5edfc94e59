/** Name that customers buy from, as the server wrote it into the page (OPERATOR_NAME); without one it is the software's. */
export const brand = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="operator"]')?.content || 'skiptrace';
