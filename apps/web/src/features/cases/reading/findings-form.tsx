import { Button, Menu, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCloudUpload, IconTemplate } from '@tabler/icons-react'
import type { CaseDetail } from '@talus/contract'
import { can, getSpeciesName } from '@talus/contract'
import type { Macro } from '@talus/report/macros'
import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { caseMacrosQuery } from '../../../api/records/case-macro.ts'
import { reportQueries } from '../../../api/records/report.ts'
import { useActor } from '../../../api/session.ts'
import type { DraftStatus } from '../../../draft-saver.ts'
import { toLanguage } from '../../../language.ts'
import { useStore } from '../../../store.ts'
import { CopyIcon } from '../../../ui/buttons/copy-button.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { FileChoice } from '../shared/file-choice.tsx'
import { getUnprintableError } from '../shared/unprintable.ts'
import { chooseFiles, useChosenFiles } from './chosen-files.ts'
import { findingsFields, joinTexts } from './check-findings.ts'
import type { FindingsField as FieldName } from './check-findings.ts'
import { DroppedTexts, FindingsConflict } from './findings-conflict.tsx'
import type { FindingsEditor } from './findings-editor.ts'
import { FindingsField } from './findings-field.tsx'
import { openMacros } from './macros-dialog.tsx'
import { OtherTab } from './findings-notices.tsx'
import { appendText, toTemplateTexts } from './template-texts.ts'
import styles from './reading.module.css'

export type FieldElements = RefObject<Partial<Record<FieldName, HTMLTextAreaElement>>>

interface FindingsFormProps {
  readonly radCase: CaseDetail
  readonly editor: FindingsEditor
  readonly elements: FieldElements
  /** Set when another radiologist has received the case: the texts can be read and copied. */
  readonly isReadOnly: boolean
}

const rows = { findings: 7, interpretation: 4, internalMedicineRecommandations: 3 } as const

/** The texts of the radiologist, saved while they are typed. */
export function FindingsForm({ radCase, editor, elements, isReadOnly }: FindingsFormProps) {
  const { t } = useTranslation()
  const files = useChosenFiles(radCase.id)
  const texts = useStore(editor.texts)
  const status = useStore(editor.saver.status)
  const isOtherTab = useStore(editor.tabs.isOpenInOtherTab)
  const macros = useMacros(radCase)
  const isLocked = isReadOnly || isOtherTab
  return (
    <section className={styles.part} aria-label={t('caseReading:part.report')}>
      <div className={styles.formHead}>
        <h2>{t('caseReading:part.report')}</h2>
        {isReadOnly ? (
          <CopyIcon text={joinTexts(texts)} what={t('caseReading:unsent.text')} />
        ) : null}
        <Button
          variant="default"
          size="compact-sm"
          disabled={isLocked}
          onClick={() =>
            openMacros(t('caseReading:text.macros'), (text) =>
              editor.change({ findings: appendText(editor.texts.get().findings, text) }),
            )
          }
        >
          {t('caseReading:text.macros')}
        </Button>
        <TemplateMenu radCase={radCase} editor={editor} isDisabled={isLocked} />
        {isReadOnly ? null : <SaveState status={status} />}
      </div>
      {isOtherTab && !isReadOnly ? <OtherTab caseId={radCase.id} editor={editor} /> : null}
      {isLocked ? null : (
        <>
          <FindingsConflict editor={editor} />
          <DroppedTexts editor={editor} />
        </>
      )}
      {findingsFields.map((name) => (
        <FindingsField
          key={name}
          ref={(element) => {
            if (element) elements.current[name] = element
          }}
          name={name}
          value={texts[name]}
          rows={rows[name]}
          isReadOnly={isLocked}
          macros={macros}
          onChange={(text) => editor.change({ [name]: text })}
        />
      ))}
      <TextInput
        label={t('caseReading:text.signature')}
        value={texts.signature}
        maxLength={200}
        readOnly={isLocked}
        error={isLocked ? undefined : getUnprintableError(t, texts.signature)}
        onChange={(event) => editor.change({ signature: event.currentTarget.value })}
      />
      {isReadOnly ? null : (
        <FileChoice files={files} onChange={(next) => chooseFiles(radCase.id, next)} />
      )}
    </section>
  )
}

/** The own macros of the radiologist, and those of their clinic if they work for one. */
function useMacros({ clinicId }: CaseDetail): readonly Macro[] {
  const actor = useActor()
  const { data: own = [] } = useQuery(caseMacrosQuery)
  const { data: ofClinic = [] } = useQuery({
    ...reportQueries.macros(actor.clinicId ?? clinicId),
    enabled: can(actor, 'report.read-texts') && actor.clinicId !== null,
  })
  return [...own.map((macro) => ({ ...macro, isPersonal: true })), ...ofClinic]
}

const stateIcons = {
  saved: IconCheck,
  unsaved: IconCloudUpload,
  saving: IconCloudUpload,
  failed: IconAlertTriangle,
  conflict: IconAlertTriangle,
} as const

/** Whether the server has the last change. */
function SaveState({ status }: { readonly status: DraftStatus }) {
  const { t } = useTranslation()
  return (
    <span className={styles.saveState} data-status={status} role="status">
      <Icon icon={stateIcons[status]} size="sm" />
      {t(`caseReading:saved.${status}`)}
    </span>
  )
}

/** Loaded after the page: it contains twenty texts, and a report can be written without them. */
const templatesQuery = {
  queryKey: ['case-template-texts'],
  queryFn: () => import('@talus/report/templates'),
  staleTime: Number.POSITIVE_INFINITY,
}

interface TemplateMenuProps {
  readonly radCase: CaseDetail
  readonly editor: FindingsEditor
  readonly isDisabled: boolean
}

/** Adds a template below what is written; its open fields stay in brackets. */
function TemplateMenu({ radCase, editor, isDisabled }: TemplateMenuProps) {
  const { t, i18n } = useTranslation()
  const { data: loaded } = useQuery(templatesQuery)
  const language = toLanguage(i18n.language)
  const species = radCase.speciesId === null ? undefined : getSpeciesName(radCase.speciesId)
  const templates = (loaded?.listShippedTemplates(language) ?? []).filter(
    (one) => species === undefined || one.species.length === 0 || one.species.includes(species),
  )
  const add = (text: string) => {
    if (!loaded) return
    const added = toTemplateTexts(loaded.parseTemplate(text), language)
    const now = editor.texts.get()
    editor.change({
      findings: appendText(now.findings, added.findings),
      interpretation: appendText(now.interpretation, added.interpretation),
      // "None." of the template would contradict a recommendation that is written already.
      internalMedicineRecommandations:
        now.internalMedicineRecommandations.trim() === ''
          ? added.internalMedicineRecommandations
          : now.internalMedicineRecommandations,
    })
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Icon icon={IconTemplate} />}
          disabled={isDisabled || !loaded}
        >
          {t('caseReading:text.template')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {templates.map(({ id, name, text }) => (
          <Menu.Item key={id} onClick={() => add(text)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
