import { Button, Group, Stack, Text } from '@mantine/core'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NavigateFunction } from 'react-router'
import { confirm } from '../../ui/modals/confirm.tsx'
import { modals } from '../../ui/modals/modal-store.ts'
import type { LeftTexts } from '../../unsaved-work.ts'
import { giveUpTexts, isNothingLeft, saveTexts } from '../save-texts.ts'

/** Asks, saves what the server lacks, and asks again if that fails: signing out deletes it. */
export async function confirmLogOut(navigate: NavigateFunction) {
  let left: LeftTexts = { unsaved: [], unsent: [] }
  const wantsOut = await confirm({
    title: i18next.t('shell:logOut.title'),
    text: i18next.t('shell:logOut.text'),
    confirm: i18next.t('shell:logOut.confirm'),
    act: async () => {
      left = await saveTexts()
    },
  })
  if (wantsOut && (isNothingLeft(left) || (await askToLose(left)))) await navigate('/logout')
}

/** Resolves to whether to log out: after saving, or without the unsaved work. */
export const askToLose = (left: LeftTexts): Promise<boolean> =>
  new Promise((resolve) => {
    let isLeaving = false
    const id = modals.open({
      title: i18next.t('shell:unsaved.title'),
      size: 680,
      onClose: () => resolve(isLeaving),
      body: (
        <UnsavedQuestion
          left={left}
          onAnswer={(answer) => {
            isLeaving = answer
            if (answer) giveUpTexts()
            if (id !== undefined) modals.close(id)
          }}
        />
      ),
    })
    if (id === undefined) resolve(false)
  })

interface UnsavedQuestionProps {
  readonly left: LeftTexts
  readonly onAnswer: (isLeaving: boolean) => void
}

function UnsavedQuestion(props: UnsavedQuestionProps) {
  const { onAnswer } = props
  const { t } = useTranslation()
  const [left, setLeft] = useState(props.left)
  const [isSaving, setSaving] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const saveAgain = async () => {
    setSaving(true)
    const stillLeft = await saveTexts()
    if (isNothingLeft(stillLeft)) {
      onAnswer(true)
      return
    }
    setLeft(stillLeft)
    setFailed(stillLeft.unsaved.length > 0)
    setSaving(false)
  }
  return (
    <Stack gap="md">
      <Text size="sm">{t('shell:unsaved.text')}</Text>
      {[...left.unsaved, ...left.unsent].map((name) => (
        <Text key={name} size="sm" fw={600}>
          {name}
        </Text>
      ))}
      <Text size="sm" role="status">
        {hasFailed ? t('shell:unsaved.failed') : ''}
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button color="red" disabled={isSaving} onClick={() => onAnswer(true)}>
          {t('shell:unsaved.lose')}
        </Button>
        {left.unsaved.length > 0 ? (
          <Button loading={isSaving} onClick={() => void saveAgain()}>
            {t('shell:unsaved.saveAgain')}
          </Button>
        ) : null}
        <Button
          data-autofocus
          variant="default"
          disabled={isSaving}
          onClick={() => onAnswer(false)}
        >
          {t('shell:unsaved.stay')}
        </Button>
      </Group>
    </Stack>
  )
}
