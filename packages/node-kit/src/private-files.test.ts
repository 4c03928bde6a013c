import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolderPrivate } from './private-files.ts'

const readMode = async (path: string) => (await stat(path)).mode & 0o777

test.skipIf(process.platform === 'win32')(
  'a data folder that others could read becomes private with its files and folders',
  async () => {
    const parent = await mkdtemp(join(tmpdir(), 'talus-private-'))
    const outside = join(parent, 'outside')
    const folder = join(parent, 'data')
    await writeFile(outside, '')
    await chmod(outside, 0o644)
    await mkdir(join(folder, 'files'), { recursive: true })
    await writeFile(join(folder, 'talus.sqlite'), '')
    await chmod(join(folder, 'talus.sqlite'), 0o644)
    await chmod(folder, 0o755)
    await symlink(outside, join(folder, 'link'))
    expect(makeFolderPrivate(folder)).toBeUndefined()
    expect(await readMode(folder)).toBe(0o700)
    expect(await readMode(join(folder, 'files'))).toBe(0o700)
    expect(await readMode(join(folder, 'talus.sqlite'))).toBe(0o600)
    expect(await readMode(outside)).toBe(0o644)
    await rm(parent, { recursive: true })
  },
)
