import { ActionIcon, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { limits } from '@talus/contract'
import type { CaseMacro } from '@talus/contract'
import { macroShortcutPattern } from '@talus/report/macros'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/call.ts'
import { caseMacroMutations, caseMacrosQuery } from '../../../api/records/case-macro.ts'
import { withOwnError } from '../../../api/records/mutation.ts'
import { useOneRun } from '../../../ui/buttons/one-run.ts'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { openForm } from '../../../ui/form/open-form.ts'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import styles from './reading.module.css'

interface MacrosDialogProps {
  /** Puts a text into the findings. */
  readonly onInsert: (text: string) => void
  readonly onClose: () => void
}

/** Opens the own macros of the radiologist: used, added, changed and removed without leaving the case. */
export const openMacros = (title: string, onInsert: (text: string) => void) =>
  openForm(title, (close) => <MacrosDialog onInsert={onInsert} onClose={close} />, 560)

function MacrosDialog({ onInsert, onClose }: MacrosDialogProps) {
  const { t } = useTranslation()
  const { data: macros = [], error } = useQuery(caseMacrosQuery)
  const [edited, setEdited] = useState<CaseMacro>()
  const remove = useMutation(withOwnError(caseMacroMutations.remove))
  const failure = error ?? remove.error
  return (
    <Stack gap="md">
      <Text size="sm">{t('caseReading:macro.text')}</Text>
      {failure ? <ErrorNote text={getErrorMessage(failure)} /> : null}
      {macros.length === 0 ? <Text size="sm">{t('caseReading:macro.none')}</Text> : null}
      <ul className={styles.macroList} aria-label={t('caseReading:text.macros')}>
        {macros.map((macro) => {
          const { id, shortcut, text } = macro
          return (
            <li key={id}>
              <Button
                variant="default"
                size="sm"
                className={styles.macroButton}
                justify="flex-start"
                leftSection={<kbd>.{shortcut}</kbd>}
                onClick={() => {
                  onInsert(text)
                  onClose()
                }}
              >
                {text}
              </Button>
              <ActionIcon
                variant={edited?.id === id ? 'filled' : 'subtle'}
                size={36}
                aria-label={t('caseReading:macro.edit', { shortcut })}
                onClick={() => setEdited(macro)}
              >
                <Icon icon={IconPencil} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                size={36}
                aria-label={t('caseReading:macro.remove', { shortcut })}
                disabled={remove.isPending || edited?.id === id}
                onClick={() => remove.mutate({ params: { id } })}
              >
                <Icon icon={IconTrash} />
              </ActionIcon>
            </li>
          )
        })}
      </ul>
      <MacroFields key={edited?.id ?? 'new'} edited={edited} onDone={() => setEdited(undefined)} />
    </Stack>
  )
}

interface MacroFieldsProps {
  /** The macro that is changed; undefined adds one. */
  readonly edited: CaseMacro | undefined
  /** The change is saved or given up. */
  readonly onDone: () => void
}

function MacroFields({ edited, onDone }: MacroFieldsProps) {
  const { t } = useTranslation()
  const [shortcut, setShortcut] = useState(edited?.shortcut ?? '')
  const [text, setText] = useState(edited?.text ?? '')
  const add = useMutation({
    ...withOwnError(caseMacroMutations.add),
    onSuccess: () => {
      setShortcut('')
      setText('')
    },
  })
  const update = useMutation({ ...withOwnError(caseMacroMutations.update), onSuccess: onDone })
  const runOnce = useOneRun()
  const failure = add.error ?? update.error
  const reason =
    macroShortcutPattern.test(shortcut) && text.trim() !== ''
      ? undefined
      : t('caseReading:macro.needed')
  const save = () => {
    if (!edited) void runOnce(() => add.mutateAsync({ body: { shortcut, text } }))
    else {
      const { id, version } = edited
      update.mutate({ params: { id }, body: { shortcut, text, version } })
    }
  }
  return (
    <>
      <TextInput
        label={t('caseReading:macro.shortcut')}
        value={shortcut}
        leftSection="."
        maxLength={20}
        onChange={(event) => setShortcut(event.currentTarget.value)}
      />
      <Textarea
        label={t('caseReading:macro.content')}
        value={text}
        maxLength={limits.macroTextMax}
        autosize
        minRows={2}
        maxRows={8}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {failure ? <ErrorNote text={getErrorMessage(failure)} /> : null}
      <Group justify="flex-end" gap="sm">
        {edited ? (
          <Button variant="default" onClick={onDone}>
            {t('common:action.cancel')}
          </Button>
        ) : null}
        <ExplainedButton loading={add.isPending || update.isPending} reason={reason} onClick={save}>
          {t(edited ? 'caseReading:macro.save' : 'caseReading:macro.add')}
        </ExplainedButton>
      </Group>
    </>
  )
}
