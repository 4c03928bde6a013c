import { formatCaseNumber } from '@talus/contract'
import type { CaseFindings, CaseFindingsDraft, CaseId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import i18next from 'i18next'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useSession } from '../../../api/session.ts'
import { createDraftSaver } from '../../../draft-saver.ts'
import type { DraftSaver } from '../../../draft-saver.ts'
import { createDraftSender } from '../../../draft-sender.ts'
import { createUuid } from '../../../random-id.ts'
import { createStore } from '../../../store.ts'
import type { Store } from '../../../store.ts'
import { createTabPresence } from '../../../tab-presence.ts'
import type { TabPresence } from '../../../tab-presence.ts'
import { registerUnsavedWork } from '../../../unsaved-work.ts'
import { toCopyKey } from '../shared/copy-keys.ts'
import { createFindingsCopy, findingsKind, isSameFindings } from './findings-copy.ts'

/** With the time of the request, a text is on the server within three seconds. */
const throttleMs = 1500
const retryMs = 5000

export interface FindingsEditor {
  readonly texts: Store<CaseFindings>
  readonly saver: DraftSaver<CaseFindings>
  readonly tabs: TabPresence
  readonly change: (changed: Partial<CaseFindings>) => void
  /** Shows the texts that the server has, in place of those on the screen. */
  readonly load: (draft: CaseFindingsDraft) => void
  /** The texts are sent: neither the server nor this browser keeps a draft. */
  readonly finish: () => void
}

const pickTexts = ({
  findings,
  interpretation,
  internalMedicineRecommandations,
  signature,
}: CaseFindings): CaseFindings => ({
  findings,
  interpretation,
  internalMedicineRecommandations,
  signature,
})

function createEditor(
  caseId: CaseId,
  userId: number,
  draft: CaseFindingsDraft,
  signature: string,
): FindingsEditor & { readonly start: () => () => void } {
  const copy = createFindingsCopy(userId, caseId)
  const kept = copy.read()
  /** For the question before signing out. */
  const register = () =>
    registerUnsavedWork({
      getName: () => i18next.t('shell:unsaved.caseReport', { number: formatCaseNumber(caseId) }),
      copyKey: toCopyKey(userId, caseId, findingsKind),
      isSaved: () => saver.status.get() === 'saved',
      save: saver.flush,
      stop: saver.stop,
    })
  const saved = pickTexts(draft.version === 0 ? { ...draft, signature } : draft)
  const texts = createStore<CaseFindings>(kept?.texts ?? saved)
  const sender = createDraftSender<CaseFindings>({
    put: async (version, content) => {
      const request = { params: { id: caseId }, body: { ...content, version } }
      return (await call(routes.radCase.saveDraft, request, { isQuiet: true })).version
    },
    isSame: isSameFindings,
    before: kept?.unanswered,
  })
  const keep = (content: CaseFindings | undefined, version: number) =>
    copy.write(content, version, sender.getUnanswered())
  const saver = createDraftSaver<CaseFindings>({
    // A copy that is based on an older draft is a conflict, which the first save reports.
    version: kept?.version ?? draft.version,
    save: sender.send,
    isConflict: (error) => error instanceof ApiError && error.code === 'case/draft-changed',
    keepCopy: keep,
    throttleMs,
    retryMs,
  })
  let isOpen = false
  const offer = (content: CaseFindings) => {
    keep(content, saver.getVersion())
    saver.change(content)
  }
  return {
    texts,
    saver,
    tabs: createTabPresence(`case.${String(userId)}.${String(caseId)}`, createUuid()),
    change: (changed) => {
      const next = { ...texts.get(), ...changed }
      texts.set(next)
      offer(next)
    },
    load: (server) => {
      keep(undefined, 0)
      saver.rebase(server.version)
      texts.set(pickTexts(server))
    },
    finish: () => {
      saver.discard()
      saver.stop()
    },
    start: () => {
      isOpen = true
      const unregister = register()
      if (kept) offer(kept.texts)
      return () => {
        isOpen = false
        // A closed page must not repeat a failed save, perhaps in the session of another user. The
        // copy in this browser keeps the texts.
        void saver.flush().then(() => {
          unregister()
          if (!isOpen) saver.stop()
        })
      }
    },
  }
}

/** Saves the texts while they are typed, and finds other tabs that write them too. */
export function useFindings(
  caseId: CaseId,
  draft: CaseFindingsDraft,
  signature: string,
): FindingsEditor {
  const { user } = useSession()
  const [editor] = useState(() => createEditor(caseId, user.id, draft, signature))
  useEffect(() => editor.start(), [editor])
  useEffect(() => editor.tabs.open(), [editor])
  useEffect(() => {
    const { isOpenInOtherTab } = editor.tabs
    // The other tab continues with what this one has written.
    return isOpenInOtherTab.subscribe(() => void (isOpenInOtherTab.get() && editor.saver.flush()))
  }, [editor])
  return editor
}
