import { Button, Group, Stack, TextInput, Textarea } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { limits } from '@talus/contract'
import type { ClinicId, ReportMacro } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { reportMutations, reportQueries } from '../../../api/records/report.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { openForm } from '../../../ui/form/open-form.ts'
import { confirmDelete } from '../../../ui/modals/confirm.tsx'
import { SavedTextForm } from './saved-text-form.tsx'
import styles from './report-settings.module.css'

interface MacroListProps {
  readonly clinicId: ClinicId
  /** Whether the user may change the macros of the clinic. */
  readonly mayManage: boolean
  /** Whether the user has macros of their own. */
  readonly mayWrite: boolean
}

/** The own macros and those of the clinic. */
export function MacroList({ clinicId, mayManage, mayWrite }: MacroListProps) {
  const { t } = useTranslation()
  const { data = [] } = useQuery(reportQueries.macros(clinicId))
  const removeOwn = useRecordMutation(reportMutations.removeMacro)
  const removeOfClinic = useRecordMutation(reportMutations.removeClinicMacro)
  const edit = (macro: ReportMacro | undefined, isOfClinic: boolean) =>
    openForm(t(macro ? 'report:settings.editMacro' : 'report:settings.addMacro'), (close) => (
      <MacroForm clinicId={clinicId} macro={macro} isOfClinic={isOfClinic} onDone={close} />
    ))
  const confirmRemove = ({ id, shortcut, isPersonal }: ReportMacro) =>
    confirmDelete({
      title: t('report:settings.removeTitle'),
      text: t('report:settings.removeText', { name: shortcut }),
      act: () => (isPersonal ? removeOwn : removeOfClinic)({ params: { id } }),
    })
  return (
    <Stack gap="sm">
      <Group gap="sm">
        {mayWrite ? (
          <Button
            variant="default"
            leftSection={<Icon icon={IconPlus} />}
            onClick={() => edit(undefined, false)}
          >
            {t('report:settings.addOwnMacro')}
          </Button>
        ) : null}
        {mayManage ? (
          <Button
            variant="default"
            leftSection={<Icon icon={IconPlus} />}
            onClick={() => edit(undefined, true)}
          >
            {t('report:settings.addClinicMacro')}
          </Button>
        ) : null}
      </Group>
      {data.length === 0 ? <p className={styles.none}>{t('report:settings.noMacros')}</p> : null}
      <ul className={styles.rows}>
        {data.map((macro) => (
          <li key={macro.id} className={styles.row}>
            <span className={styles.name}>
              <span>
                <code>.{macro.shortcut}</code>{' '}
                {macro.isPersonal ? t('report:settings.ofUser') : t('report:settings.ofClinic')}
              </span>
              <small>{macro.text}</small>
            </span>
            {(macro.isPersonal ? mayWrite : mayManage) ? (
              <Group gap="xs" wrap="nowrap">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('report:settings.editNamed', { name: macro.shortcut })}
                  onClick={() => edit(macro, !macro.isPersonal)}
                >
                  {t('report:settings.edit')}
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('report:settings.removeNamed', { name: macro.shortcut })}
                  onClick={() => void confirmRemove(macro)}
                >
                  {t('report:settings.remove')}
                </Button>
              </Group>
            ) : null}
          </li>
        ))}
      </ul>
    </Stack>
  )
}

interface MacroFormProps {
  readonly clinicId: ClinicId
  readonly macro: ReportMacro | undefined
  readonly isOfClinic: boolean
  readonly onDone: () => void
}

function MacroForm({ clinicId, macro, isOfClinic, onDone }: MacroFormProps) {
  const { t } = useTranslation()
  const [shortcut, setShortcut] = useState(macro?.shortcut ?? '')
  const [text, setText] = useState(macro?.text ?? '')
  const add = useRecordMutation(
    isOfClinic ? reportMutations.addClinicMacro : reportMutations.addMacro,
  )
  const update = useRecordMutation(
    isOfClinic ? reportMutations.updateClinicMacro : reportMutations.updateMacro,
  )
  const save = () => {
    const body = { shortcut, text }
    return macro
      ? update({ params: { id: macro.id }, body: { ...body, version: macro.version } })
      : add({ query: { ClinicId: clinicId }, body })
  }
  return (
    <SavedTextForm save={save} onDone={onDone}>
      <TextInput
        data-autofocus
        required
        label={t('report:settings.shortcut')}
        description={t('report:settings.shortcutHint')}
        value={shortcut}
        leftSection="."
        maxLength={20}
        onChange={(event) => setShortcut(event.currentTarget.value)}
      />
      <Textarea
        required
        label={t('report:settings.text')}
        value={text}
        maxLength={limits.macroTextMax}
        autosize
        minRows={4}
        maxRows={12}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </SavedTextForm>
  )
}
