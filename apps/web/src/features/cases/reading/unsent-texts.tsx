import { Button } from '@mantine/core'
import type { CaseAction, CaseId } from '@talus/contract'
import { useReducer, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../api/session.ts'
import { CopyIcon } from '../../../ui/buttons/copy-button.tsx'
import { createTypedTextCopy, sentKinds } from '../shared/use-typed-text.ts'
import { joinTexts } from './check-findings.ts'
import { createFindingsCopy } from './findings-copy.ts'
import { Notice } from './findings-notices.tsx'
import { useLossText } from './lost-case.tsx'
import styles from './reading.module.css'

type SentKind = (typeof sentKinds)[number]

/** The action that sends a text. */
const sendingActions: Readonly<Record<SentKind, CaseAction>> = {
  message: 'writeMessage',
  answer: 'answer',
  question: 'requestMore',
  critical: 'reportCritical',
  addendum: 'addendum',
}

interface UnsentText {
  readonly kind: SentKind | 'findings'
  readonly text: string
  readonly discard: () => void
}

interface UnsentTextsProps {
  readonly caseId: CaseId
  readonly mayDo: (action: CaseAction) => boolean
  /** Whether the page still shows the texts of the report. */
  readonly areFindingsShown: boolean
}

/**
 * Texts that were typed in this browser and cannot be sent any more, e.g. because a colleague has
 * answered, or the case was given to another radiologist. They stay until their author decides.
 */
export function UnsentTexts({ caseId, mayDo, areFindingsShown }: UnsentTextsProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const [, refresh] = useReducer((count: number) => count + 1, 0)
  const [copies] = useState(() => ({
    typed: sentKinds.map((kind) => ({
      kind,
      action: sendingActions[kind],
      copy: createTypedTextCopy(user.id, caseId, kind),
    })),
    findings: createFindingsCopy(user.id, caseId),
  }))
  const typed = copies.typed
    .filter(({ action }) => !mayDo(action))
    .map(({ kind, copy }): UnsentText => {
      const { text = '', reason = '' } = copy.read() ?? {}
      return {
        kind,
        text: [text, reason].filter(Boolean).join('\n'),
        discard: () => copy.write(undefined),
      }
    })
  const { findings } = copies
  const texts = !mayDo('saveFindings') && !areFindingsShown ? findings.read()?.texts : undefined
  const unsent: readonly UnsentText[] = [
    ...typed,
    {
      kind: 'findings',
      text: texts ? joinTexts(texts) : '',
      discard: () => findings.write(undefined, 0),
    },
  ]
  return unsent
    .filter(({ text }) => text.trim() !== '')
    .map(({ kind, text, discard }) => (
      <Notice
        key={kind}
        text={
          <>
            {kind === 'findings' ? (
              <FindingsReason caseId={caseId} />
            ) : (
              t(`caseReading:unsent.${kind}`)
            )}
            <q className={styles.unsent}>{text}</q>
          </>
        }
      >
        <CopyIcon text={text} what={t('caseReading:unsent.text')} />
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            discard()
            refresh()
          }}
        >
          {t('caseReading:unsent.discard')}
        </Button>
      </Notice>
    ))
}

/** Why the texts of the report are not with the server, also after the page was loaded again. */
function FindingsReason({ caseId }: { readonly caseId: CaseId }) {
  const { t } = useTranslation()
  const what = useLossText(caseId)
  return [what, t('caseReading:unsent.findings')].join(' ')
}
