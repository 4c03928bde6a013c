import type { Study } from '@talus/contract'
import type { ReportDocument } from '@talus/report/document'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasErrorCode, createStoredDraft } from '../state/stored-draft.ts'
import { patientQueries } from '../../../api/records/patient.ts'
import { useSession } from '../../../api/session.ts'
import { createUuid } from '../../../random-id.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { registerUnsavedWork } from '../../../unsaved-work.ts'
import { followCollectedImages } from '../state/collected-channel.ts'
import { toCopyKey } from '../state/copy-keys.ts'
import type { createDraftCopy } from '../state/draft-copy.ts'
import { createDraftSaver } from '../../../draft-saver.ts'
import type { DraftSaver } from '../../../draft-saver.ts'
import { createTabPresence } from '../../../tab-presence.ts'
import type { ReportStore } from '../state/report-store.ts'
import type { WrittenForStore } from './use-written-for.ts'

/** The draft is saved at most this often. */
const throttleMs = 3000
/** A server that was restarted has the text within this time. */
const retryMs = 3000

/** Another tab or computer has saved the draft, or has made its PDF. */
const conflictCodes = ['report/draft-changed', 'report/draft-gone']

interface DraftOptions {
  readonly study: Study
  /** The version of the draft on the server, and its text. */
  readonly version: number
  readonly stored: ReportDocument | undefined
  readonly isUnsaved: boolean
  readonly copy: ReturnType<typeof createDraftCopy>
  readonly store: ReportStore
  readonly writtenFor: WrittenForStore
}

/** Saves the report while it is written, and finds other tabs that write it too. */
export function useDraft(options: DraftOptions) {
  const { study, version, isUnsaved, copy, store, writtenFor } = options
  const { t } = useTranslation()
  const { user } = useSession()
  const patient = useQuery(patientQueries.one(study.patientId)).data
  const name = useRef('')
  useLayoutEffect(() => {
    name.current = t('report:draft.named', { name: patient?.name ?? '' })
    copy.setName(name.current)
  })
  const [drafts] = useState(() =>
    createStoredDraft({ ...options, studyId: study.id, getPatientId: writtenFor.get }),
  )
  useEffect(
    () =>
      drafts.collected.subscribe(() =>
        toast.info(t('report:draft.collected', { count: drafts.collected.get().length })),
      ),
    [drafts, t],
  )
  useLayoutEffect(() => {
    copy.setPatient(writtenFor.get())
    return writtenFor.subscribe(() => copy.setPatient(writtenFor.get()))
  }, [copy, writtenFor])
  const [saver] = useState(() => {
    const created = createDraftSaver({
      version,
      save: drafts.save,
      isConflict: (error) => hasErrorCode(error, conflictCodes),
      keepCopy: copy.write,
      throttleMs,
      retryMs,
    })
    return {
      ...created,
      discard: () => {
        drafts.forget()
        created.discard()
      },
    }
  })
  const [tabs] = useState(() =>
    createTabPresence(`${String(user.id)}.${String(study.id)}`, createUuid()),
  )
  useEffect(() => tabs.open(), [tabs])
  // The other tab continues with what this one has written.
  useEffect(
    () =>
      tabs.isOpenInOtherTab.subscribe(() => void (tabs.isOpenInOtherTab.get() && saver.flush())),
    [tabs, saver],
  )
  // An image that was added in the viewer of another tab is shown at once.
  useEffect(
    () =>
      followCollectedImages(study.id, () => {
        if (!tabs.isOpenInOtherTab.get()) void drafts.join().catch(() => undefined)
      }),
    [study.id, tabs, drafts],
  )
  useEffect(() => {
    const unregister = registerUnsavedWork({
      getName: () => name.current,
      copyKey: toCopyKey(user.id, study.id),
      isSaved: () => saver.status.get() === 'saved',
      save: saver.flush,
      stop: (end) => {
        if (end === 'expired') saver.keepNow()
        saver.stop()
      },
    })
    // Until the server has the text, it counts as unsaved although its page is closed.
    const unregisterIfSaved = () => {
      if (saver.status.get() !== 'saved') return false
      unregister()
      return true
    }
    return () => {
      if (unregisterIfSaved()) return
      const unsubscribe = saver.status.subscribe(() => {
        if (unregisterIfSaved()) unsubscribe()
      })
    }
  }, [saver, user.id, study.id])
  useEffect(() => {
    let known = store.get().report
    if (isUnsaved) saver.change(known)
    const unsubscribe = store.subscribe(() => {
      const { report } = store.get()
      if (report === known) return
      known = report
      saver.change(report)
    })
    const unsubscribePatient = writtenFor.subscribe(() => saver.change(store.get().report))
    return () => {
      unsubscribe()
      unsubscribePatient()
      void saver.flush()
    }
  }, [saver, store, isUnsaved, writtenFor])
  useSaveOnExit(drafts, saver)
  return { saver, tabs }
}

/** Saves what was typed last when the tab is closed or another address is typed. */
function useSaveOnExit(
  drafts: ReturnType<typeof createStoredDraft>,
  saver: DraftSaver<ReportDocument>,
) {
  useEffect(() => {
    const save = () => {
      saver.keepNow()
      void saver.flush()
    }
    const leave = () => {
      drafts.setLeaving(true)
      save()
    }
    const stay = () => drafts.setLeaving(false)
    // Only this browser has the text, so that the user may want to wait for the server.
    const ask = (event: BeforeUnloadEvent) => {
      const status = saver.status.get()
      if (status === 'failed' || status === 'conflict') event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    addEventListener('pagehide', leave)
    addEventListener('pageshow', stay)
    document.addEventListener('visibilitychange', save)
    return () => {
      removeEventListener('beforeunload', ask)
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', stay)
      document.removeEventListener('visibilitychange', save)
    }
  }, [drafts, saver])
}
