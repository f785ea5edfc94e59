/** Removes keys, and the signatures of links, from printed text. */
export const redactor =
  (keys: readonly string[]) =>
  (text: string): string =>
    keys
      .filter((key) => key.length > 0)
      .reduce((rest, key) => rest.replaceAll(key, 'pc_…'), text)
      .replace(/\bpc_[A-Za-z0-9_-]{8,}/g, 'pc_…')
      .replace(/([?&](?:signature|sig|X-Amz-Signature|token)=)[^&\s"']+/gi, '$1…');
