import { Button, Group, SegmentedControl, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { languages } from '@talus/contract'
import type { ClinicId, ReportTemplate } from '@talus/contract'
import type { ReportLanguage } from '@talus/report/document'
import { listShippedTemplates } from '@talus/report/templates'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { reportMutations, reportQueries } from '../../../api/records/report.ts'
import { toLanguage } from '../../../language.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { openForm } from '../../../ui/form/open-form.ts'
import { confirmDelete } from '../../../ui/modals/confirm.tsx'
import { TemplateForm } from './template-form.tsx'
import type { TemplateDraft, TemplateRow } from './template-form.tsx'
import { formatScope } from './template-scope.ts'
import styles from './report-settings.module.css'

interface TemplateListProps {
  readonly clinicId: ClinicId
  readonly mayManage: boolean
}

function listRows(saved: readonly ReportTemplate[], language: ReportLanguage): TemplateRow[] {
  const own = saved.filter((template) => template.language === language)
  const shipped = listShippedTemplates(language).map((template): TemplateRow => {
    const { id, species: kinds, bodyParts, ...rest } = template
    const found = own.find(({ basedOn }) => basedOn === id)
    const draft = { ...rest, species: [...kinds], bodyParts: [...bodyParts], basedOn: id }
    return { draft: found ?? draft, saved: found }
  })
  return [
    ...shipped,
    ...own
      .filter(({ basedOn }) => basedOn === null)
      .map((template) => ({ draft: template, saved: template })),
  ]
}

/** The templates of the product and of the clinic; a changed one of the product can be reset. */
export function TemplateList({ clinicId, mayManage }: TemplateListProps) {
  const { t, i18n } = useTranslation()
  const [language, setLanguage] = useState<ReportLanguage>(toLanguage(i18n.language))
  const { data = [] } = useQuery(reportQueries.templates(clinicId))
  const remove = useRecordMutation(reportMutations.removeTemplate)
  const edit = (title: string, row: TemplateRow) =>
    openForm(title, (close) => <TemplateForm clinicId={clinicId} row={row} onDone={close} />, 760)
  const empty: TemplateDraft = {
    name: '',
    species: [],
    modality: 'General',
    bodyParts: [],
    language,
    text: '',
    basedOn: null,
  }
  const confirmRemove = ({ draft, saved }: TemplateRow) =>
    saved &&
    confirmDelete({
      title: t(draft.basedOn ? 'report:settings.resetTitle' : 'report:settings.removeTitle'),
      text: t(draft.basedOn ? 'report:settings.resetText' : 'report:settings.removeText', {
        name: draft.name,
      }),
      act: () => remove({ params: { id: saved.id } }),
    })
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label={t('report:settings.language')}
          value={language}
          onChange={(value) => setLanguage(toLanguage(value))}
          data={languages.map((value) => ({ value, label: t(`report:settings.${value}`) }))}
        />
        {mayManage ? (
          <Button
            variant="default"
            leftSection={<Icon icon={IconPlus} />}
            onClick={() =>
              edit(t('report:settings.addTemplate'), { draft: empty, saved: undefined })
            }
          >
            {t('report:settings.addTemplate')}
          </Button>
        ) : null}
      </Group>
      <ul className={styles.rows}>
        {listRows(data, language).map((row) => (
          <li key={row.draft.basedOn ?? `own ${String(row.saved?.id)}`} className={styles.row}>
            <span className={styles.name}>
              {row.draft.name}
              <small>
                {[
                  formatScope(t, row.draft, toLanguage(i18n.language)),
                  t(
                    row.draft.basedOn === null
                      ? 'report:settings.own'
                      : row.saved
                        ? 'report:settings.changed'
                        : 'report:settings.shipped',
                  ),
                ].join(' · ')}
              </small>
            </span>
            {mayManage ? (
              <Group gap="xs" wrap="nowrap">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('report:settings.editNamed', { name: row.draft.name })}
                  onClick={() => edit(t('report:settings.editTemplate'), row)}
                >
                  {t('report:settings.edit')}
                </Button>
                {row.saved ? (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={t(
                      row.draft.basedOn
                        ? 'report:settings.resetNamed'
                        : 'report:settings.removeNamed',
                      { name: row.draft.name },
                    )}
                    onClick={() => void confirmRemove(row)}
                  >
                    {t(row.draft.basedOn ? 'report:settings.reset' : 'report:settings.remove')}
                  </Button>
                ) : null}
              </Group>
            ) : null}
          </li>
        ))}
      </ul>
    </Stack>
  )
}
