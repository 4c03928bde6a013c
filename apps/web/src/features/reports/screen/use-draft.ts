import type { StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import type { ReportDocument } from '@talus/report/document'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useSession } from '../../../api/session.ts'
import { createUuid } from '../../../random-id.ts'
import type { createDraftCopy } from '../state/draft-copy.ts'
import { createDraftSaver } from '../../../draft-saver.ts'
import { createTabPresence } from '../../../tab-presence.ts'
import type { ReportStore } from '../state/report-store.ts'

/** The draft is saved at most this often. */
const throttleMs = 3000
const retryMs = 10_000

/** Another tab or computer has saved the draft, or has made its PDF. */
const conflictCodes = ['report/draft-changed', 'report/draft-gone']

interface DraftOptions {
  readonly studyId: StudyId
  readonly version: number
  readonly isUnsaved: boolean
  readonly copy: ReturnType<typeof createDraftCopy>
  readonly store: ReportStore
}

/** Saves the report while it is written, and finds other tabs that write it too. */
export function useDraft({ studyId, version, isUnsaved, copy, store }: DraftOptions) {
  const { user } = useSession()
  const [saver] = useState(() =>
    createDraftSaver({
      version,
      save: async (base, document: ReportDocument) => {
        const saved = await call(
          routes.report.saveDraft,
          { params: { studyId }, body: { version: base, document } },
          { isQuiet: true },
        )
        return saved.version
      },
      isConflict: (error) => error instanceof ApiError && conflictCodes.includes(error.code ?? ''),
      keepCopy: copy.write,
      throttleMs,
      retryMs,
    }),
  )
  const [tabs] = useState(() =>
    createTabPresence(`${String(user.id)}.${String(studyId)}`, createUuid()),
  )
  useEffect(() => tabs.open(), [tabs])
  // The other tab continues with what this one has written.
  useEffect(
    () =>
      tabs.isOpenInOtherTab.subscribe(() => void (tabs.isOpenInOtherTab.get() && saver.flush())),
    [tabs, saver],
  )
  useEffect(() => {
    let known = store.get().report
    if (isUnsaved) saver.change(known)
    const unsubscribe = store.subscribe(() => {
      const { report } = store.get()
      if (report === known) return
      known = report
      saver.change(report)
    })
    const keep = () => saver.keepNow()
    addEventListener('pagehide', keep)
    document.addEventListener('visibilitychange', keep)
    return () => {
      unsubscribe()
      removeEventListener('pagehide', keep)
      document.removeEventListener('visibilitychange', keep)
      void saver.flush()
    }
  }, [saver, store, isUnsaved])
  return { saver, tabs }
}
