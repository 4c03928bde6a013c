import { Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconCheck, IconChevronDown, IconListCheck, IconPencil } from '@tabler/icons-react'
import { species } from '@talus/contract'
import type { ClinicId, CountedAnnotation, Protocol, StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ExplainedButton } from '../../ui/buttons/explained-button.tsx'
import { openModal } from '../../ui/modals/modal-store.ts'
import { toast } from '../../ui/toasts/toast-store.ts'
import { WithTranslations } from '../../ui/states/with-translations.tsx'
import { toLanguage } from '../../language.ts'
import { ProtocolEditor } from './protocol-editor.tsx'
import { formatSteps } from './protocol-labels.ts'
import { protocolQueries } from '../../api/records/protocol.ts'
import { hasStep } from './steps.ts'
import type { Step } from './steps.ts'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './protocols.module.css'

interface ProtocolMenuProps {
  readonly clinicId: ClinicId
  readonly studyId: StudyId
  /** Species of the patient; protocols of other species are not offered. */
  readonly speciesId: number | null
  readonly modality: Protocol['modality']
  /** Annotations that are on the list of the study already. */
  readonly annotations: readonly Step[]
  /** Size for the annotations that are added. */
  readonly animalSize: CountedAnnotation['animalSize']
  /** Receives the complete new list of the study, in its order. */
  readonly onApplied: (annotations: readonly CountedAnnotation[]) => void
  /** Why the menu is disabled, such as while a sensor is armed. */
  readonly reason?: string | undefined
}

/** Menu of the protocols; a click on one fills the annotation list. */
export const ProtocolMenu = (props: ProtocolMenuProps) => (
  <WithTranslations namespace="protocols">
    <OfferedProtocols {...props} />
  </WithTranslations>
)

function OfferedProtocols(props: ProtocolMenuProps) {
  const { clinicId, studyId, speciesId, modality, annotations, animalSize, onApplied, reason } =
    props
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  const button = useRef<HTMLButtonElement>(null)
  const { data = [] } = useQuery(protocolQueries.list(clinicId, language))
  const fitting = data.filter((one) => one.speciesId === speciesId && one.modality === modality)
  // The clinic's own protocols come first.
  const offered = [...fitting.filter(isOwn), ...fitting.filter((one) => !isOwn(one))]

  const apply = useMutation({
    mutationFn: (protocol: Protocol) =>
      call(routes.study.applyProtocol, {
        params: { id: studyId },
        body: { key: protocol.key, animalSize },
      }),
    onSuccess: (annotations) => onApplied(annotations),
  })
  const countMissing = ({ steps }: Protocol) =>
    steps.filter((step) => !hasStep(annotations, step)).length
  const choose = (protocol: Protocol) => {
    const { name } = protocol
    const count = countMissing(protocol)
    if (count === 0) toast.info(t('protocols:appliedNothing', { name }))
    else
      apply.mutate(protocol, {
        onSuccess: () => toast.done(t('protocols:applied', { name, count })),
      })
  }
  const edit = () =>
    openModal({
      title: t('protocols:title'),
      size: 760,
      returnTo: () => button.current ?? undefined,
      body: (
        <ProtocolEditor
          clinicId={clinicId}
          kind={species[(speciesId ?? 1) - 1] ?? 'Canine'}
          modality={modality}
        />
      ),
    })
  return (
    <Menu
      disabled={reason !== undefined}
      position="bottom-start"
      width={320}
      shadow="md"
      withinPortal
      classNames={{ dropdown: styles.dropdown ?? '', item: styles.item ?? '' }}
    >
      <Menu.Target>
        <ExplainedButton
          ref={button}
          variant="default"
          className={styles.menuButton ?? ''}
          leftSection={<Icon icon={IconListCheck} size="lg" />}
          rightSection={<Icon icon={IconChevronDown} size="sm" />}
          reason={reason}
          loading={apply.isPending}
        >
          {t('protocols:menu')}
        </ExplainedButton>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('protocols:menu')}>
        <div className={styles.offered}>
          {offered.length === 0 ? <p className={styles.none}>{t('protocols:none')}</p> : null}
          {offered.map((protocol) => (
            <Menu.Item
              key={protocol.key}
              onClick={() => choose(protocol)}
              rightSection={
                countMissing(protocol) === 0 ? (
                  <Icon icon={IconCheck} label={t('protocols:planned')} />
                ) : null
              }
            >
              <span className={styles.offer}>
                <span className={styles.offerName}>{protocol.name}</span>
                <span className={styles.offerCount}>
                  {t(`protocols:count.${modality}`, { count: protocol.steps.length })}
                </span>
                <span className={styles.offerSteps}>{formatSteps(protocol.steps, language)}</span>
              </span>
            </Menu.Item>
          ))}
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon icon={IconPencil} />} onClick={edit}>
          {t('protocols:manage')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const isOwn = ({ key }: Protocol) => key.startsWith('own-')
