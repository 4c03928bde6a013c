import { connect } from 'node:net'
import { createHash } from 'node:crypto'
import { acceptAssociations, isStorageClass, chooseTransferSyntax, uids } from '../index.ts'
import type { Acceptor, AcceptorOptions, Handlers } from '../index.ts'

/** Every transfer syntax that the tests send, uncompressed ones first. */
const syntaxes = [
  uids.explicitLittleEndian,
  uids.implicitLittleEndian,
  uids.explicitBigEndian,
  ...['4.50', '4.51', '4.57', '4.70', '4.80', '4.81', '4.90', '4.91', '5', '1.99'].map(
    (end) => `1.2.840.10008.1.2.${end}`,
  ),
]
const queries: readonly string[] = Object.values(uids).filter((uid) => uid.includes('5.1.4.1.2'))

export interface ReceivedObject {
  readonly sopClass: string
  readonly sopInstance: string
  readonly transferSyntax: string
  readonly size: number
  readonly hash: string
}

export interface TestAcceptor extends Acceptor {
  readonly stored: ReceivedObject[]
  /** Reported faults of peers and handlers; a released association reports none. */
  readonly reports: unknown[]
}

type Change = Partial<Omit<AcceptorOptions<string>, 'handlers'>> & {
  readonly handlers?: Handlers<string>
}

/** Starts an acceptor that accepts every object and records its hash. */
export async function startTestAcceptor(change: Change = {}): Promise<TestAcceptor> {
  const stored: ReceivedObject[] = []
  const reports: unknown[] = []
  const acceptor = await acceptAssociations<string>({
    port: 0,
    host: '127.0.0.1',
    admit: ({ calling }) => ({ isAdmitted: true, session: calling }),
    contexts: ({ abstractSyntax, transferSyntaxes }) =>
      abstractSyntax === uids.verification ||
      isStorageClass(abstractSyntax) ||
      queries.includes(abstractSyntax)
        ? chooseTransferSyntax(syntaxes, transferSyntaxes)
        : { refused: 'abstract-syntax' },
    report: (error) => reports.push(error),
    ...change,
    handlers: {
      echo: () => ({ status: 0 }),
      store: async ({ sopClass, sopInstance, context: { transferSyntax }, dataset }) => {
        const hash = createHash('sha256')
        for await (const bytes of dataset) hash.update(bytes)
        const { size } = dataset
        stored.push({ sopClass, sopInstance, transferSyntax, size, hash: hash.digest('hex') })
        return { status: 0 }
      },
      ...change.handlers,
    },
  })
  return { ...acceptor, stored, reports }
}

/** A raw connection over which a test sends any bytes, on Linux from any address of this computer. */
export function connectRaw(port: number, localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true })
  const chunks: Buffer[] = []
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => chunks.push(chunk))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return { socket, closed, received: () => Buffer.concat(chunks) }
}
