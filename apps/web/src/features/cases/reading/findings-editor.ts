import { formatCaseNumber, pickFindings } from '@talus/contract'
import type { CaseFindings, CaseFindingsDraft, CaseId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import i18next from 'i18next'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
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
import { createFindingsMerger } from './findings-merger.ts'
import type { DroppedText, FindingsMerger } from './findings-merger.ts'
import type { TextField } from './merge-findings.ts'

/** With the time of the request, a text is on the server within three seconds. */
const throttleMs = 1500
const retryMs = 5000

export interface FindingsEditor {
  readonly texts: Store<CaseFindings>
  readonly saver: DraftSaver<CaseFindings>
  readonly tabs: TabPresence
  readonly conflict: FindingsMerger['conflict']
  readonly dropped: FindingsMerger['dropped']
  readonly change: (changed: Partial<CaseFindings>) => void
  /** Keeps one of the two texts of a field; with the last decision the texts are saved. */
  readonly decide: (field: TextField, use: 'mine' | 'theirs') => void
  /** Replaces the text that was kept, or adds to it if it was changed since. */
  readonly bringBack: (text: DroppedText) => void
  readonly forgetDropped: (text: DroppedText) => void
  /** Shows the texts that the server has, in place of those on the screen. */
  readonly load: (draft: CaseFindingsDraft) => void
  /**
   * The case was withdrawn: nothing is sent any more, and this browser keeps the texts until their
   * author discards them. Texts that the author has reported in another window are kept if some are unsaved.
   */
  readonly hold: (isReported: boolean) => void
  /** The case is back. */
  readonly resume: () => void
  /** The texts are sent: neither the server nor this browser keeps a draft. */
  readonly finish: () => void
}

const withdrawn = () => new Error('The server takes the texts only after the case is back.')

/** Whether the case is withdrawn, and its texts that stay in this browser if the server has them too. */
function createLoss() {
  let isLost = false
  let held: CaseFindings | undefined
  return {
    /** Refuses to save while the case is withdrawn: the server would refuse each attempt. */
    guard:
      (send: (version: number, content: CaseFindings) => Promise<number>) =>
      (version: number, content: CaseFindings) =>
        isLost ? Promise.reject(withdrawn()) : send(version, content),
    /** A save that ends after the loss must not remove the copy of these texts. */
    getHeld: () => held,
    begin: (texts: CaseFindings | undefined) => {
      isLost = true
      held = texts
    },
    end: () => {
      isLost = false
      held = undefined
    },
  }
}

/** A report that has no draft yet begins with the name of its author. */
const toTexts = (draft: CaseFindingsDraft, signature: string): CaseFindings =>
  pickFindings(draft.version === 0 ? { ...draft, signature } : draft)

/** Returns the version that the server has then. */
async function putFindings(id: CaseId, version: number, content: CaseFindings): Promise<number> {
  const request = { params: { id }, body: { ...content, version } }
  return (await call(routes.radCase.saveDraft, request, { isQuiet: true })).version
}

export function createFindingsEditor(
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
      isSaved: () => saver.status.get() === 'saved' && !loss.getHeld(),
      save: saver.flush,
      stop: saver.stop,
    })
  const saved = toTexts(draft, signature)
  const texts = createStore<CaseFindings>(kept?.texts ?? saved)
  const merger = createFindingsMerger(
    texts,
    kept && kept.version !== draft.version ? kept.base : (kept?.base ?? saved),
  )
  const sender = createDraftSender<CaseFindings>({
    put: async (version, content) => {
      const next = await putFindings(caseId, version, content)
      merger.setBase(content)
      return next
    },
    isSame: isSameFindings,
    before: kept?.unanswered,
  })
  const keep = (content: CaseFindings | undefined, version: number) =>
    copy.write(content, version, merger.getBase(), sender.getUnanswered())
  const loss = createLoss()
  const saver = createDraftSaver<CaseFindings>({
    // A copy that is based on an older draft is a conflict, which the first save reports.
    version: kept?.version ?? draft.version,
    save: loss.guard(sender.send),
    isConflict: (error) => error instanceof ApiError && error.code === 'case/draft-changed',
    merge: async () => {
      const latest = await call(routes.radCase.draft, { params: { id: caseId } }, { isQuiet: true })
      return merger.merge(toTexts(latest, signature), latest.version)
    },
    keepCopy: (content, version) => keep(content ?? loss.getHeld(), version),
    throttleMs,
    retryMs,
  })
  const tabs = createTabPresence(`case.${String(userId)}.${String(caseId)}`, createUuid())
  let isOpen = false
  const offer = (content: CaseFindings) => {
    keep(content, saver.getVersion())
    saver.change(content)
  }
  const change = (changed: Partial<CaseFindings>) => {
    texts.set({ ...texts.get(), ...changed })
    offer(texts.get())
  }
  return {
    texts,
    saver,
    tabs,
    conflict: merger.conflict,
    dropped: merger.dropped,
    change,
    decide: (field, use) => {
      const decided = merger.decide(field, use)
      if (!decided) return
      change({ [field]: decided.text })
      if (decided.version === undefined) return
      saver.overwrite(decided.version)
      // The copy is based on the version that was decided about.
      keep(texts.get(), decided.version)
    },
    bringBack: (text) => change({ [text.field]: merger.bringBack(text) }),
    forgetDropped: merger.forgetDropped,
    load: (server) => {
      keep(undefined, 0)
      merger.conflict.set(undefined)
      merger.setBase(toTexts(server, signature))
      saver.rebase(server.version)
      texts.set(pickFindings(server))
    },
    hold: (isReported) => {
      // The tab that has taken over has newer texts, and keeps those.
      const isInOtherTab =
        tabs.isOpenInOtherTab.get() || (isReported && saver.status.get() === 'saved')
      loss.begin(isInOtherTab ? undefined : texts.get())
      if (!isInOtherTab) keep(texts.get(), saver.getVersion())
    },
    resume: () => {
      if (!isOpen) return
      loss.end()
      if (saver.status.get() === 'saved') keep(undefined, 0)
      else void saver.flush()
    },
    finish: () => {
      loss.end()
      saver.discard()
      saver.stop()
    },
    start: () => {
      isOpen = true
      const unregister = register()
      if (kept) offer(kept.texts)
      // Another computer has saved since: its texts are merged at once, or the author is asked.
      if (kept && kept.version !== draft.version) void saver.flush()
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
