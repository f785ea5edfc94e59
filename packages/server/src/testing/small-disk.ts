import { spawnSync } from 'node:child_process';
import { temporaryFolder, type Temporary } from './temporary.js';

/** In-memory file system that can be filled to the last byte (Linux, as root). Null if the system doesn't support it. */
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
