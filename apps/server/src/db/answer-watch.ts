import pg from 'pg'

const tickMs = 500
/** A connection in use for this number of ticks is a reason to ask whether the database answers. */
const suspectTicks = 2
/** A question without an answer for this number of ticks, three seconds, means that it does not. */
const silentTicks = 6

export interface AnswerWatch {
  readonly isSilent: () => boolean
  /** A connection is used, or waited for. */
  readonly beginUse: (use: object) => void
  readonly endUse: (use: object) => void
  readonly stop: () => void
}

export const destroyClient = (client: pg.Client, error?: Error) =>
  client.connection.stream.destroy(error)

/**
 * Notices a database that accepts connections and does not answer. While a connection is used for
 * long, another one asks the database.
 *
 * Time is counted in ticks, because a timer of a busy process is late, and may expire before an
 * answer that has long arrived is read.
 */
export function watchAnswers(
  connectionString: string,
  { onSilent, onAnswer }: { onSilent: (cause?: unknown) => void; onAnswer: () => void },
): AnswerWatch {
  /** The number of ticks since the use began. */
  const uses = new Map<object, number>()
  let isSilent = false
  let probe: { readonly client: pg.Client; ticks: number } | undefined
  let timer: NodeJS.Timeout | undefined

  function setSilent(cause?: unknown) {
    if (isSilent) return
    isSilent = true
    onSilent(cause)
  }

  function setAnswering() {
    if (!isSilent) return
    isSilent = false
    onAnswer()
  }

  async function ask(own: { readonly client: pg.Client }) {
    const { client } = own
    try {
      await client.connect()
      await client.query('select 1')
      if (own === probe) setAnswering()
    } catch (error) {
      if (own !== probe) return
      // A database that refuses has answered: it is starting, or has too many connections.
      if (error instanceof pg.DatabaseError) setAnswering()
      else setSilent(error)
    } finally {
      if (own === probe) probe = undefined
      await client.end().catch(() => undefined)
    }
  }

  function startProbe() {
    const client = new pg.Client({ connectionString })
    client.on('error', () => undefined)
    probe = { client, ticks: 0 }
    void ask(probe)
  }

  function giveUpProbe() {
    const client = probe?.client
    probe = undefined
    if (client) destroyClient(client)
  }

  function tick() {
    for (const [use, ticks] of uses) uses.set(use, ticks + 1)
    if (probe) {
      probe.ticks += 1
      if (probe.ticks < silentTicks) return
      giveUpProbe()
      setSilent()
    }
    const isSuspect = [...uses.values()].some((ticks) => ticks >= suspectTicks)
    if (isSilent || isSuspect) startProbe()
    else if (uses.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }

  return {
    isSilent: () => isSilent,
    beginUse: (use) => {
      uses.set(use, 0)
      timer ??= setInterval(tick, tickMs).unref()
    },
    endUse: (use) => uses.delete(use),
    stop: () => {
      clearInterval(timer)
      giveUpProbe()
    },
  }
}
