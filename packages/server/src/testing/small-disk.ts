import { spawnSync } from 'node:child_process';
import { temporaryFolder, type Temporary } from './temporary.js';

/** A file system of its own in memory, so that it can be filled to the last byte (Linux, as root). Null where the system has none. */
export async function smallDisk(megabytes: number): Promise<Temporary<string> | null> {
  const folder = await temporaryFolder();
  const run = (command: string, ...options: string[]) => spawnSync(command, options).status === 0;
  if (!run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder.value)) {
    await folder.remove();
    return null;
  }
  return {
    value: folder.value,
    remove: async () => {
      run('umount', folder.value);
      await folder.remove();
    },
  };
}
