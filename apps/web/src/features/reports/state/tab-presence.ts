import { createStore } from '../../../store.ts'
import type { Store } from '../../../store.ts'

interface TabMessage {
  readonly kind: 'opened' | 'present' | 'taken'
  readonly draft: string
  readonly tab: string
}

const isTabMessage = (data: unknown): data is TabMessage =>
  typeof data === 'object' && data !== null && 'kind' in data && 'draft' in data && 'tab' in data

export interface TabPresence {
  /** Whether another tab of this browser writes the same report. */
  readonly isElsewhere: Store<boolean>
  /** This tab continues, and the other one stops. */
  readonly takeOver: () => void
  readonly close: () => void
}

/** Finds out whether two tabs of one browser write the same draft: the second one is told. */
export function watchTabs(draft: string, tab: string): TabPresence {
  const isElsewhere = createStore(false)
  const channel = new BroadcastChannel('talus-report-drafts')
  const send = (kind: TabMessage['kind']) =>
    channel.postMessage({ kind, draft, tab } satisfies TabMessage)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isTabMessage(data) || data.draft !== draft || data.tab === tab) return
    if (data.kind === 'opened' && !isElsewhere.get()) send('present')
    else if (data.kind !== 'opened') isElsewhere.set(true)
  })
  send('opened')
  return {
    isElsewhere,
    takeOver: () => {
      isElsewhere.set(false)
      send('taken')
    },
    close: () => channel.close(),
  }
}
