/** ZIP archives, also of more than 4 GB: an entry of its own, because only some readers of lists unpack them. */
export { BrokenZip, findDirectory, readEntries, unpacked, type ZipDirectory, type ZipEntry } from './zip.js';
