import { ActionIcon, Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconAlertOctagon,
  IconArrowBackUp,
  IconArrowLeft,
  IconArrowRight,
  IconDotsVertical,
  IconFileText,
  IconMessageQuestion,
  IconPhoto,
  IconTextPlus,
  IconUserCheck,
} from '@tabler/icons-react'
import { can, mayActOnCase } from '@talus/contract'
import type { CaseDetail } from '@talus/contract'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { caseMutations } from '../../../api/records/case.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { useActor } from '../../../api/session.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { useShortcuts } from '../../../ui/shortcuts/use-shortcuts.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { confirmTake } from '../shared/confirm-take.ts'
import { CriticalTick } from './critical-tick.tsx'
import { useCaseDialogs } from './use-case-dialogs.ts'
import { useNextCase } from './use-next-case.ts'
import styles from './case-bar.module.css'

type ActionName =
  | 'take'
  | 'addendum'
  | 'requestMore'
  | 'reportCritical'
  | 'release'
  | 'next'
  | 'report'
  | 'viewImages'

/** The first that is possible has a button on a phone; a menu has the others. */
const mainActions: readonly ActionName[] = ['take', 'addendum', 'requestMore', 'next']

interface BarAction {
  readonly name: ActionName
  readonly label: string
  readonly icon: ComponentProps<typeof Icon>['icon']
  readonly run: () => void
  /** A button with its own look; the menu shows label and icon. */
  readonly button?: ReactNode
}

const phone = '(max-width: 47.99em)'

interface BarActionsProps {
  readonly radCase: CaseDetail
}

/** The actions that the user may do now, in one row; on a phone most of them are in a menu. */
export function BarActions({ radCase }: BarActionsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false })
  const actions = useBarActions(radCase)
  const main = mainActions.find((name) => actions.some((one) => one.name === name))
  const shown = isPhone ? actions.filter(({ name }) => name === main) : actions
  const folded = isPhone ? actions.filter(({ name }) => name !== main) : []
  const back = t('caseReading:action.back')
  const more = t('caseReading:action.more')
  return (
    <div className={styles.actions}>
      <Button
        variant="default"
        title={back}
        leftSection={<Icon icon={IconArrowLeft} />}
        onClick={() => void navigate('/cases')}
      >
        <span className={styles.roomyLabel}>{back}</span>
      </Button>
      {shown.map(
        (action) =>
          action.button ?? <ActionButton key={action.name} action={action} isPhone={isPhone} />,
      )}
      {folded.length === 0 ? null : (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="default" size="lg" aria-label={more} data-hint={more}>
              <Icon icon={IconDotsVertical} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {folded.map(({ name, label, icon, run }) => (
              <Menu.Item key={name} leftSection={<Icon icon={icon} />} onClick={run}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}

const iconless: readonly ActionName[] = ['take', 'release', 'report', 'next']

/** On a laptop their icons say enough, so that all facts of the case fit beside the actions. */
const shortened: readonly ActionName[] = ['viewImages', 'next']

interface ActionButtonProps {
  readonly action: BarAction
  /** The only action beside the menu has space for its label. */
  readonly isPhone: boolean
}

function ActionButton({ action, isPhone }: ActionButtonProps) {
  const { name, label, icon, run } = action
  const isShortened = !isPhone && shortened.includes(name)
  return (
    <Button
      variant={name === 'take' ? 'filled' : 'default'}
      {...(isShortened && { title: label })}
      {...(iconless.includes(name) ? {} : { leftSection: <Icon icon={icon} /> })}
      {...(name === 'next' && { rightSection: <Icon icon={icon} /> })}
      onClick={run}
    >
      {isShortened ? <span className={styles.roomyLabel}>{label}</span> : label}
    </Button>
  )
}

function useTake({ radCase }: BarActionsProps) {
  const { t } = useTranslation()
  const actor = useActor()
  const take = useRecordMutation(caseMutations.take)
  return () => {
    const fields = {
      caseId: JSON.stringify(radCase.id),
      radiologistId: JSON.stringify(actor.id),
    }
    void confirmTake(t, [radCase], actor.id)
      // The server says who was faster.
      .then((isConfirmed) => (isConfirmed ? take({ form: { fields } }) : undefined))
      .catch((error: unknown) => toast.error(error instanceof Error ? error.message : ''))
  }
}

function useBarActions(radCase: CaseDetail): readonly BarAction[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const actor = useActor()
  const dialogs = useCaseDialogs(radCase)
  const take = useTake({ radCase })
  const openNext = useNextCase(radCase)
  const may = (action: Parameters<typeof mayActOnCase>[1]) => mayActOnCase(actor, action, radCase)
  useShortcuts([
    {
      keys: 'F2',
      label: t('cases:action.take'),
      group: t('shell:title.editcases'),
      isOnce: true,
      when: may('take'),
      run: take,
    },
    {
      keys: 'F8',
      label: t('caseReading:action.next'),
      group: t('shell:title.editcases'),
      worksIn: ['textField'],
      isOnce: true,
      when: openNext !== undefined,
      run: () => openNext?.(),
    },
  ])
  const { id } = radCase
  const isReader = can(actor, 'case.view-as-radiologist')
  const possible: readonly (BarAction | false | undefined)[] = [
    isReader &&
      radCase.imageIds.length > 0 && {
        name: 'viewImages',
        label: t('caseReading:action.viewRadiographs'),
        icon: IconPhoto,
        run: () => void navigate(`/caseviewer?caseId=${String(id)}`),
      },
    may('requestMore') && {
      name: 'requestMore',
      label: t('caseReading:action.requestMore'),
      icon: IconMessageQuestion,
      run: dialogs.ask,
    },
    may('reportCritical') && {
      name: 'reportCritical',
      label: t(
        radCase.criticalOn === null ? 'caseReading:critical.title' : 'caseReading:critical.again',
      ),
      icon: IconAlertOctagon,
      run: dialogs.critical,
      button: <CriticalTick key="reportCritical" radCase={radCase} onReport={dialogs.critical} />,
    },
    may('release') && {
      name: 'release',
      label: t('cases:action.release'),
      icon: IconArrowBackUp,
      run: dialogs.release,
    },
    openNext && {
      name: 'next',
      label: t('caseReading:action.next'),
      icon: IconArrowRight,
      run: openNext,
    },
    may('addendum') && {
      name: 'report',
      label: t('shell:title.casereport'),
      icon: IconFileText,
      run: () => void navigate(`/casereport?caseId=${String(id)}`),
    },
    may('addendum') && {
      name: 'addendum',
      label: t('caseReading:addendum.title'),
      icon: IconTextPlus,
      run: () => void navigate('#addendum', { replace: true }),
    },
    may('take') && {
      name: 'take',
      label: t('cases:action.take'),
      icon: IconUserCheck,
      run: take,
    },
  ]
  return possible.filter((one) => one !== false && one !== undefined)
}
