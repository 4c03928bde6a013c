import { connect } from 'node:net'
import { createHash } from 'node:crypto'
import { acceptAssociations, isStorageClass, preferring, uids } from '../index.ts'
import type { Acceptor, AcceptorOptions, Handlers } from '../index.ts'

/** Everything that the tests send, ours first. */
const syntaxes = [
  uids.explicitLittleEndian,
  uids.implicitLittleEndian,
  uids.explicitBigEndian,
  ...['4.50', '4.51', '4.57', '4.70', '4.80', '4.81', '4.90', '4.91', '5', '1.99'].map(
    (end) => `1.2.840.10008.1.2.${end}`,
  ),
]
const queries: readonly string[] = Object.values(uids).filter((uid) => uid.includes('5.1.4.1.2'))

export interface Stored {
  readonly sopClass: string
  readonly sopInstance: string
  readonly transferSyntax: string
  readonly size: number
  readonly hash: string
}

export interface TestAcceptor extends Acceptor {
  readonly stored: Stored[]
  /** What was reported: faults of peers and of handlers, without those that are gone in peace. */
  readonly reports: unknown[]
}

type Change = Partial<Omit<AcceptorOptions<string>, 'handlers'>> & {
  readonly handlers?: Handlers<string>
}

/** Takes what it is sent and keeps its hash. */
export async function testAcceptor(change: Change = {}): Promise<TestAcceptor> {
  const stored: Stored[] = []
  const reports: unknown[] = []
  const acceptor = await acceptAssociations<string>({
    port: 0,
    host: '127.0.0.1',
    admit: ({ calling }) => ({ isAdmitted: true, session: calling }),
    contexts: ({ abstractSyntax, transferSyntaxes }) =>
      abstractSyntax === uids.verification ||
      isStorageClass(abstractSyntax) ||
      queries.includes(abstractSyntax)
        ? preferring(syntaxes, transferSyntaxes)
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

/** A connection that a test talks over as it likes. */
export function dial(port: number) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const chunks: Buffer[] = []
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => chunks.push(chunk))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return { socket, closed, received: () => Buffer.concat(chunks) }
}
