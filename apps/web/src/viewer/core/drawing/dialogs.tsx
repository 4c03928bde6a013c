import { Button, Group } from '@mantine/core'
import { limits } from '@talus/contract'
import type { Drawing } from '@talus/contract'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionForm } from '../../../ui/form/action-form.tsx'
import { confirm } from '../../../ui/modals/confirm.tsx'
import { closeModal, openModal } from '../../../ui/modals/modal-store.ts'
import { Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { parseMillimetres } from './parse-millimetres.ts'

/** Asks in a modal; resolves to undefined if the user closes it. */
const askInModal = <Answer,>(
  title: string,
  body: (answer: (value: Answer | undefined) => void) => ReactNode,
): Promise<Answer | undefined> =>
  new Promise((resolve) => {
    let answer: Answer | undefined
    const id = openModal({
      title,
      size: 400,
      onClose: () => resolve(answer),
      body: body((value) => {
        answer = value
        if (id !== undefined) closeModal(id)
      }),
    })
    if (id === undefined) resolve(undefined)
  })

interface AnswerFormProps<Answer> {
  readonly initial: string
  readonly onAnswer: (answer: Answer | undefined) => void
}

function CommentForm({
  initial,
  onAnswer,
  title,
}: AnswerFormProps<string> & { readonly title: string }) {
  const { t } = useTranslation()
  const [text, setText] = useState(initial)
  return (
    <ActionForm
      label={title}
      actionLabel={t('measure:comment.save')}
      reason={text.trim() === '' ? t('errors:field/required') : undefined}
      isBusy={false}
      onAct={() => onAnswer(text.trim())}
      onCancel={() => onAnswer(undefined)}
    >
      <Textarea
        label={t('measure:comment.text')}
        rows={3}
        maxLength={limits.drawingTextMax}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        // Enter submits, as in a chat: most comments are one line.
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
    </ActionForm>
  )
}

/** Sides and limbs have other letters in French: G and D, and A or P for the limb before them. */
const sideMarkers = ['left', 'right', 'leftFront', 'rightFront', 'leftHind', 'rightHind'] as const
const viewMarkers = ['DP', 'LM', 'VD', 'DV', '↑']
const markerMax = 20

function MarkerForm({ initial, onAnswer }: AnswerFormProps<string>) {
  const { t } = useTranslation()
  const [text, setText] = useState(initial)
  return (
    <ActionForm
      label={t('measure:marker.edit')}
      actionLabel={t('measure:marker.save')}
      reason={text.trim() === '' ? t('errors:field/required') : undefined}
      isBusy={false}
      onAct={() => onAnswer(text.trim())}
      onCancel={() => onAnswer(undefined)}
    >
      <Group gap={6} role="group" aria-label={t('measure:marker.common')}>
        {[
          ...sideMarkers.map((side) => ({
            marker: t(`measure:marker.letters.${side}`),
            title: t(`measure:marker.names.${side}`),
          })),
          ...viewMarkers.map((marker) => ({ marker, title: undefined })),
        ].map(({ marker, title }, index) => (
          <Button
            key={marker}
            title={title}
            variant={marker === text ? 'filled' : 'default'}
            size="sm"
            miw={48}
            px={8}
            {...(initial === '' && index === 0 && { 'data-autofocus': true })}
            onClick={() => onAnswer(marker)}
          >
            {marker}
          </Button>
        ))}
      </Group>
      <TextInput
        label={t('measure:marker.text')}
        maxLength={markerMax}
        {...(initial !== '' && { 'data-autofocus': true })}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </ActionForm>
  )
}

type Method = 'length' | 'ball'

function CalibrateForm({
  method,
  onAnswer,
}: {
  readonly method: Method
  readonly onAnswer: (answer: number | undefined) => void
}) {
  const { t } = useTranslation()
  const [text, setText] = useState(method === 'ball' ? '25' : '')
  const value = parseMillimetres(text)
  return (
    <ActionForm
      label={t('measure:calibrate.title')}
      actionLabel={t('measure:calibrate.save')}
      reason={value === undefined ? t('measure:calibrate.invalid') : undefined}
      isBusy={false}
      onAct={() => onAnswer(value)}
      onCancel={() => onAnswer(undefined)}
    >
      <TextInput
        label={t(`measure:calibrate.${method}Field`)}
        inputMode="decimal"
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </ActionForm>
  )
}

export const askMillimetres = (method: Method) =>
  askInModal<number>(i18next.t('measure:calibrate.title'), (answer) => (
    <CalibrateForm method={method} onAnswer={answer} />
  ))

/** Asks for the text of a comment or a marker; undefined if the user cancels. */
export function askText({ tool, text = '' }: Drawing, isNew: boolean): Promise<string | undefined> {
  if (tool === 'marker')
    return askInModal<string>(i18next.t('measure:marker.edit'), (answer) => (
      <MarkerForm initial={text} onAnswer={answer} />
    ))
  const title = isNew ? i18next.t('measure:comment.new') : i18next.t('measure:comment.edit')
  return askInModal<string>(title, (answer) => (
    <CommentForm title={title} initial={text} onAnswer={answer} />
  ))
}

export const askResetCrop = () =>
  confirm({
    title: i18next.t('measure:crop.resetTitle'),
    text: i18next.t('measure:crop.resetText'),
    confirm: i18next.t('measure:crop.reset'),
  })
