const FOLDER = /^[0-9a-z-]+$/;
const NAME = /^[0-9a-z-]+\/[0-9a-z-]+$/;

/** The name of a file, which we make ourselves: anything else is a bug, and may point elsewhere. */
export function fileName(name: string): string {
  if (!NAME.test(name)) throw new Error('A file name must look like folder/file.');
  return name;
}

export function folderName(folder: string): string {
  if (!FOLDER.test(folder)) throw new Error('A folder name has lower-case letters, digits and hyphens only.');
  return folder;
}
