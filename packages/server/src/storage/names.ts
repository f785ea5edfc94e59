const FOLDER = /^[0-9a-z-]+$/;
const NAME = /^[0-9a-z-]+\/[0-9a-z-]+$/;

/** Whether it can be the name of a file of ours: a bucket may hold others. */
export const isFileName = (name: string): boolean => NAME.test(name);

export const isFolderName = (folder: string): boolean => FOLDER.test(folder);

/** The name of a file, which we make ourselves: anything else is a bug, and may point elsewhere. */
export function fileName(name: string): string {
  if (!isFileName(name)) throw new Error('A file name must look like folder/file.');
  return name;
}

/** The folder of a file. */
export const folderOf = (name: string): string => name.slice(0, name.indexOf('/'));

export function folderName(folder: string): string {
  if (!isFolderName(folder))
    throw new Error('A folder name has lower-case letters, digits and hyphens only.');
  return folder;
}
