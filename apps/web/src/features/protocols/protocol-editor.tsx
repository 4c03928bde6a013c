import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { IconListCheck, IconPencil, IconPlus, IconRestore, IconTrash } from '@tabler/icons-react'
import { species, getSpeciesId } from '@talus/contract'
import type { ClinicId, Protocol, Species } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRecordMutation } from '../../api/records/mutation.ts'
import { protocolMutations, protocolQueries } from '../../api/records/protocol.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { ExplainedButton } from '../../ui/buttons/explained-button.tsx'
import { openForm } from '../../ui/form/open-form.ts'
import { confirm, confirmDelete } from '../../ui/modals/confirm.tsx'
import { SpeciesIcon } from '../../ui/display/species-icon.tsx'
import { StatePanel } from '../../ui/states/state-panel.tsx'
import { toast } from '../../ui/toasts/toast-store.ts'
import { toLanguage } from '../../language.ts'
import { ProtocolForm } from './protocol-form.tsx'
import { getSpeciesName, formatSteps } from './protocol-labels.ts'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './protocols.module.css'

interface ProtocolEditorProps {
  readonly clinicId: ClinicId
  readonly kind: Species
  readonly modality: Protocol['modality']
}

const modalities = ['General', 'Dental'] as const
const isOwn = ({ key }: Protocol) => key.startsWith('own-')

/** Edits the protocols of a clinic, for one species and modality at a time. */
export function ProtocolEditor(props: ProtocolEditorProps) {
  const { clinicId } = props
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  const removeProtocol = useRecordMutation(protocolMutations.remove)
  const restoreProtocols = useRecordMutation(protocolMutations.restore)
  const [kind, setKind] = useState(props.kind)
  const [modality, setModality] = useState(props.modality)
  const { data } = useQuery(protocolQueries.list(clinicId, language))
  const shown = data?.filter(
    (one) => one.speciesId === getSpeciesId(kind) && one.modality === modality,
  )

  const open = (protocol?: Protocol) =>
    openForm(
      protocol ? t('protocols:edit') : t('protocols:new'),
      (close) => (
        <ProtocolForm
          clinicId={clinicId}
          kind={kind}
          modality={modality}
          protocol={protocol}
          onDone={close}
        />
      ),
      800,
    )
  const remove = async (protocol: Protocol) => {
    const { name, key } = protocol
    const text = isOwn(protocol)
      ? t('protocols:deleteText', { name })
      : t('protocols:deleteBuiltIn', { name })
    const isDeleted = await confirmDelete({
      title: t('protocols:deleteTitle'),
      text,
      act: () => removeProtocol({ params: { key }, query: { ClinicId: clinicId } }),
    })
    if (isDeleted) toast.done(t('common:form.deleted', { name }))
  }
  const restore = async () => {
    const isRestored = await confirm({
      title: t('protocols:restoreTitle'),
      text: t('protocols:restoreText'),
      confirm: t('protocols:restore'),
      act: () => restoreProtocols({ body: { clinicId } }),
    })
    if (isRestored) toast.done(t('protocols:restored'))
  }

  return (
    <div className={styles.editor}>
      <p className={styles.text}>{t('protocols:text')}</p>
      <div className={styles.filters}>
        <SegmentedControl
          aria-label={t('protocols:species')}
          value={kind}
          onChange={(next) => setKind(species.find((one) => one === next) ?? kind)}
          data={species.map((value) => ({
            value,
            label: (
              <span className={styles.species}>
                <SpeciesIcon species={value} size="md" />
                {getSpeciesName(value, language)}
              </span>
            ),
          }))}
        />
        <SegmentedControl
          aria-label={t('protocols:modality')}
          value={modality}
          onChange={(next) => setModality(modalities.find((one) => one === next) ?? modality)}
          data={modalities.map((value) => ({ value, label: t(`studies:modality.${value}`) }))}
        />
        <Button
          className={styles.create ?? ''}
          leftSection={<Icon icon={IconPlus} />}
          onClick={() => open()}
        >
          {t('protocols:new')}
        </Button>
      </div>
      {shown?.length === 0 ? (
        <StatePanel
          isCompact
          icon={<Icon icon={IconListCheck} size="xl" />}
          title={t('protocols:emptyTitle')}
          text={t('protocols:emptyText')}
        />
      ) : null}
      <ul className={styles.protocols} aria-busy={shown === undefined || undefined}>
        {shown?.map((protocol) => (
          <ProtocolRow
            key={protocol.key}
            protocol={protocol}
            onEdit={() => open(protocol)}
            onRemove={() => void remove(protocol)}
          />
        ))}
      </ul>
      <div>
        <ExplainedButton
          variant="default"
          leftSection={<Icon icon={IconRestore} />}
          onClick={() => void restore()}
        >
          {t('protocols:restore')}
        </ExplainedButton>
      </div>
    </div>
  )
}

interface ProtocolRowProps {
  readonly protocol: Protocol
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function ProtocolRow({ protocol, onEdit, onRemove }: ProtocolRowProps) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  return (
    <li className={styles.protocol}>
      <div className={styles.details}>
        <div className={styles.head}>
          <strong>{protocol.name}</strong>
          {isOwn(protocol) ? <Badge tone="blue">{t('protocols:own')}</Badge> : null}
          {protocol.isChanged ? <Badge tone="amber">{t('protocols:changed')}</Badge> : null}
        </div>
        <div className={styles.summary}>{formatSteps(protocol.steps, language)}</div>
      </div>
      <span className={styles.count}>
        {t(`protocols:count.${protocol.modality}`, {
          count: protocol.steps.length,
        })}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('common:labelled', { label: t('common:action.edit'), value: protocol.name })}
        data-hint={t('common:action.edit')}
        onClick={onEdit}
      >
        <Icon icon={IconPencil} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('common:labelled', {
          label: t('common:action.delete'),
          value: protocol.name,
        })}
        data-hint={t('common:action.delete')}
        onClick={onRemove}
      >
        <Icon icon={IconTrash} />
      </ActionIcon>
    </li>
  )
}
