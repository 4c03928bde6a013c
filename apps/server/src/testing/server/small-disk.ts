import { spawn } from 'node:child_process'

const mounts = (options: string) =>
  new Promise<boolean>((resolve) => {
    spawn('unshare', ['-rm', 'mount', '-t', 'tmpfs', '-o', options, 'tmpfs', '/mnt'])
      .on('exit', (code) => resolve(code === 0))
      .on('error', () => resolve(false))
  })

/**
 * Whether a program of a test can have a disk of its own; a test without it is skipped and says in
 * its title that it needs unshare and the right to mount.
 */
export const canMount = await mounts('size=1m')

/** Runs a program with a small disk at a folder, which nothing else sees; `ro` makes it read-only. */
export const withDisk = (folder: string, options: string): readonly string[] => [
  'unshare',
  '-rm',
  'sh',
  '-c',
  `mount -t tmpfs -o ${options} tmpfs "$0" && exec "$@"`,
  folder,
]

/** Runs a program that sees a folder and its content read-only. */
export const withReadOnly = (folder: string): readonly string[] => [
  'unshare',
  '-rm',
  'sh',
  '-c',
  'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"',
  folder,
]
