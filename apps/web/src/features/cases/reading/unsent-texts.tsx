import { Button } from '@mantine/core'
import { mayActOnCase } from '@talus/contract'
import type { CaseAction, CaseDetail } from '@talus/contract'
import { useReducer, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActor, useSession } from '../../../api/session.ts'
import { CopyIcon } from '../../../ui/buttons/copy-button.tsx'
import { createTypedTextCopy, sentKinds } from '../shared/use-typed-text.ts'
import { joinTexts } from './check-findings.ts'
import { createFindingsCopy } from './findings-copy.ts'
import { Notice } from './findings-notices.tsx'
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
  readonly radCase: CaseDetail
  /** Whether the page still shows the texts of the report. */
  readonly areFindingsShown: boolean
}

/**
 * Texts that were typed in this browser and cannot be sent any more, e.g. because a colleague has
 * answered, or the case was given to another radiologist. They stay until their author decides.
 */
export function UnsentTexts({ radCase, areFindingsShown }: UnsentTextsProps) {
  const { t } = useTranslation()
  const actor = useActor()
  const { user } = useSession()
  const [, refresh] = useReducer((count: number) => count + 1, 0)
  const [copies] = useState(() => ({
    typed: sentKinds.map((kind) => ({
      kind,
      action: sendingActions[kind],
      copy: createTypedTextCopy(user.id, radCase.id, kind),
    })),
    findings: createFindingsCopy(user.id, radCase.id),
  }))
  const isImpossible = (action: CaseAction) => !mayActOnCase(actor, action, radCase)
  const typed = copies.typed
    .filter(({ action }) => isImpossible(action))
    .map(({ kind, copy }): UnsentText => {
      const { text = '', reason = '' } = copy.read() ?? {}
      return {
        kind,
        text: [text, reason].filter(Boolean).join('\n'),
        discard: () => copy.write(undefined),
      }
    })
  const { findings } = copies
  const texts =
    isImpossible('saveFindings') && !areFindingsShown ? findings.read()?.texts : undefined
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
            {t(`caseReading:unsent.${kind}`)}
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
