import { Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import {
  IconArrowMerge,
  IconArrowRight,
  IconChevronUp,
  IconHistory,
  IconId,
} from '@tabler/icons-react'
import { can } from '@talus/contract'
import type { Owner, OwnerId, Patient } from '@talus/contract'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { useActor } from '../../api/session.ts'
import { Icon } from '../../ui/display/icon.tsx'
import {
  loadReassign,
  openHistory,
  openMergeAnimals,
  openMergeOwners,
  openMoveAnimal,
  openOtherNumbers,
} from './open-reassign.tsx'
import styles from './reassign.module.css'

function RecordMenu({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  if (!can(useActor(), 'study.delete')) return null
  const label = t('registration:reassign.menu')
  return (
    <Menu
      position="top-start"
      width={280}
      shadow="md"
      withinPortal
      // Loaded while the menu is open, so that a dialog opens at once.
      onOpen={() => void loadReassign().catch(() => undefined)}
    >
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          rightSection={<Icon icon={IconChevronUp} size="sm" />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>{children}</Menu.Dropdown>
    </Menu>
  )
}

interface MenuEntryProps {
  readonly icon: ComponentProps<typeof Icon>['icon']
  readonly label: string
  readonly onSelect: () => void
}

const MenuEntry = ({ icon, label, onSelect }: MenuEntryProps) => (
  <Menu.Item
    className={styles.menuItem ?? ''}
    leftSection={<Icon icon={icon} />}
    onClick={onSelect}
  >
    {label}
  </Menu.Item>
)

interface AnimalMenuProps {
  readonly clinic: SelectedClinic
  readonly patient: Patient
  /** Closes the form, whose values are old. */
  readonly onMerged: () => void
  readonly onMoved: (ownerId: OwnerId | null) => void
}

/** Merge, move and history of an animal, for users who may delete. */
export function AnimalMenu({ clinic, patient, onMerged, onMoved }: AnimalMenuProps) {
  const { t } = useTranslation()
  return (
    <RecordMenu>
      <MenuEntry
        icon={IconArrowMerge}
        label={t('registration:reassign.merge')}
        onSelect={() => void openMergeAnimals({ clinic, onDone: onMerged }, patient)}
      />
      {clinic.clinicType === 'Veterinary' ? (
        <MenuEntry
          icon={IconArrowRight}
          label={t('registration:reassign.move')}
          onSelect={() => void openMoveAnimal({ clinic, onDone: onMoved }, patient)}
        />
      ) : null}
      <MenuEntry
        icon={IconId}
        label={t('registration:reassign.numbers')}
        onSelect={() => void openOtherNumbers(clinic, patient)}
      />
      <MenuEntry
        icon={IconHistory}
        label={t('registration:reassign.history')}
        onSelect={() => void openHistory({ clinic, onDone: onMerged }, { patientId: patient.id })}
      />
    </RecordMenu>
  )
}

interface OwnerMenuProps {
  readonly clinic: SelectedClinic
  readonly owner: Owner
  readonly onMerged: () => void
}

export function OwnerMenu({ clinic, owner, onMerged }: OwnerMenuProps) {
  const { t } = useTranslation()
  return (
    <RecordMenu>
      <MenuEntry
        icon={IconArrowMerge}
        label={t('registration:reassign.merge')}
        onSelect={() => void openMergeOwners({ clinic, onDone: onMerged }, owner)}
      />
      <MenuEntry
        icon={IconHistory}
        label={t('registration:reassign.history')}
        onSelect={() => void openHistory({ clinic, onDone: onMerged }, { ownerId: owner.id })}
      />
    </RecordMenu>
  )
}
