import { createStore } from './store.ts'
import type { Store } from './store.ts'

interface TabMessage {
  readonly kind: 'opened' | 'present' | 'taken'
  readonly draft: string
  readonly tab: string
}

const isTabMessage = (data: unknown): data is TabMessage =>
  typeof data === 'object' && data !== null && 'kind' in data && 'draft' in data && 'tab' in data

export interface TabPresence {
  /** Whether another tab of this browser writes the same draft. */
  readonly isOpenInOtherTab: Store<boolean>
  /** This tab continues, and the other one stops. */
  readonly takeOver: () => void
  /** Returns a function that closes the channel. */
  readonly open: () => () => void
}

/** Finds out whether two tabs of one browser write the same draft: the second one is read only. */
export function createTabPresence(draft: string, tab: string): TabPresence {
  const isOpenInOtherTab = createStore(false)
  let channel: BroadcastChannel | undefined
  const send = (kind: TabMessage['kind']) =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    channel?.postMessage({ kind, draft, tab } satisfies TabMessage)
  const receive = ({ data }: MessageEvent<unknown>) => {
    if (!isTabMessage(data) || data.draft !== draft || data.tab === tab) return
    if (data.kind === 'opened' && !isOpenInOtherTab.get()) send('present')
    else if (data.kind !== 'opened') isOpenInOtherTab.set(true)
  }
  return {
    isOpenInOtherTab,
    open: () => {
      const opened = new BroadcastChannel('talus-drafts')
      opened.addEventListener('message', receive)
      channel = opened
      send('opened')
      return () => opened.close()
    },
    takeOver: () => {
      isOpenInOtherTab.set(false)
      send('taken')
    },
  }
}
