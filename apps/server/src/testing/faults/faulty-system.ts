import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getErrorCode } from '@talus/node-kit/error-code'
import { startS3Server } from '../network/s3-server.ts'
import { startMailServer } from '../mail/mail-server.ts'
import { startFaultProxy } from './fault-proxy.ts'
import type { FaultProxy } from './fault-proxy.ts'
import { startSupervisedServer } from './supervised-server.ts'
import type { SupervisedServer } from './supervised-server.ts'

/** The servers under test and everything around them that can fail. */
export interface FaultySystem {
  readonly servers: readonly SupervisedServer[]
  readonly mail: FaultProxy
  readonly receivedMails: () => number
  /** Undefined on the clinic's PC, whose database and files are on its disk. */
  readonly database: FaultProxy | undefined
  readonly store: FaultProxy | undefined
  /** Fills the disk of the data until the returned function is called; undefined if it is shared. */
  readonly fillDisk: (() => Promise<() => Promise<void>>) | undefined
  readonly setClock: (seconds: number) => Promise<void>
  readonly findBridge: () => Promise<number | undefined>
  /** The settings with which commands read the same data, past all proxies. */
  readonly environment: Readonly<Record<string, string>>
  /** Whether all servers have ended in order. */
  readonly stopServers: () => Promise<boolean>
  readonly close: () => Promise<void>
}

const diskMegabytes = 120

/** A small disk of its own, which needs root; otherwise a folder of the disk that all tests share. */
async function mountSmallDisk(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true })
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'talus-faults', folder]
    execFileSync('mount', options, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function fillDisk(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'filler.part')
  const { bavail, bsize } = await statfs(folder)
  const filler = Buffer.alloc(Math.max(0, bavail * bsize - 20_000))
  // Images arrive meanwhile: they may fill the disk first, which is full then too.
  await writeFile(path, filler).catch((error: unknown) => {
    if (getErrorCode(error) !== 'ENOSPC') throw error
  })
  return () => rm(path, { force: true })
}

/** The bridge outlives its server: it is found by its program and its data folder. */
async function findBridge(dataFolder: string): Promise<number | undefined> {
  const names = await readdir('/proc').catch(() => [])
  for (const name of names.filter((entry) => /^\d+$/u.test(entry))) {
    const read = (file: string) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')
    if (!(await read('cmdline')).includes('bridge/dist/main.js')) continue
    if ((await read('environ')).split('\0').includes(`TALUS_DATA=${dataFolder}`))
      return Number(name)
  }
  return undefined
}

async function openSurroundings(folder: string) {
  const clockFile = join(folder, 'clock')
  await writeFile(clockFile, '0')
  const mailServer = await startMailServer({ authOptional: true })
  const mail = await startFaultProxy({ host: '127.0.0.1', port: mailServer.port })
  return {
    mail,
    receivedMails: () => mailServer.received.length,
    settings: {
      FAULTS_CLOCK: clockFile,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      BRIDGE_PORT: '0',
    },
    setClock: (seconds: number) => writeFile(clockFile, String(seconds)),
    close: async () => {
      await mail.close()
      await mailServer.close()
    },
  }
}

const stopAll = async (servers: readonly SupervisedServer[]) =>
  (await Promise.all(servers.map((server) => server.stop()))).every(Boolean)

/** The clinic's PC: one server with SQLite and a bridge, on a small disk. */
export async function openClinicSystem(
  folder: string,
  {
    bridgePort,
    copyInto,
  }: {
    readonly bridgePort: number
    /** Puts a database with demo data into the data folder. */
    readonly copyInto: (dataFolder: string) => Promise<void>
  },
): Promise<FaultySystem> {
  const data = join(folder, 'data')
  const isMounted = await mountSmallDisk(data)
  await copyInto(data)
  const around = await openSurroundings(folder)
  const environment = { TALUS_DATA: data, FILE_STORE: 'disk' }
  const server = await startSupervisedServer({
    ...around.settings,
    ...environment,
    BRIDGE_PORT: String(bridgePort),
  })
  const servers = [server]
  return {
    ...around,
    servers,
    database: undefined,
    store: undefined,
    fillDisk: isMounted ? () => fillDisk(data) : undefined,
    findBridge: () => findBridge(data),
    environment,
    stopServers: () => stopAll(servers),
    close: async () => {
      await stopAll(servers)
      const bridge = await findBridge(data)
      if (bridge !== undefined) process.kill(bridge, 'SIGKILL')
      await around.close()
      if (isMounted) execFileSync('umount', ['-l', data])
    },
  }
}

/** The cloud: two servers with one PostgreSQL and one bucket, each behind a link that can fail. */
export async function openCloudSystem(folder: string, databaseUrl: string): Promise<FaultySystem> {
  const around = await openSurroundings(folder)
  const s3 = await startS3Server()
  const real = new URL(databaseUrl)
  const database = await startFaultProxy({ host: real.hostname, port: Number(real.port || 5432) })
  const store = await startFaultProxy({
    host: '127.0.0.1',
    port: Number(new URL(s3.settings.endpoint).port),
  })
  const proxied = new URL(databaseUrl)
  proxied.host = `127.0.0.1:${database.port}`
  const shared = {
    TALUS_VARIANT: 'cloud',
    SECRET_KEY: 'a key that the servers of the test share',
    FILE_STORE: 's3',
    S3_BUCKET: s3.settings.bucket,
    S3_REGION: s3.settings.region,
    S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
  }
  const servers: SupervisedServer[] = []
  for (const name of ['a', 'b'])
    servers.push(
      await startSupervisedServer({
        ...around.settings,
        ...shared,
        TALUS_DATA: join(folder, name),
        DATABASE_URL: proxied.href,
        S3_ENDPOINT: `http://127.0.0.1:${store.port}`,
      }),
    )
  return {
    ...around,
    servers,
    database,
    store,
    fillDisk: undefined,
    findBridge: async () => undefined,
    environment: {
      ...shared,
      TALUS_DATA: join(folder, 'commands'),
      API_BASE: '/api',
      DATABASE_URL: databaseUrl,
      S3_ENDPOINT: s3.settings.endpoint,
    },
    stopServers: () => stopAll(servers),
    close: async () => {
      await stopAll(servers)
      await Promise.all([database.close(), store.close(), around.close()])
      await s3.close()
    },
  }
}
