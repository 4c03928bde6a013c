import { IconDeviceFloppy } from '@tabler/icons-react'
import type { StudyId } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/call.ts'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { showError } from '../../../ui/modals/confirm.tsx'
import { useRestoredFocus } from '../../../ui/hooks/use-restored-focus.ts'
import { WithTranslations } from '../../../ui/states/with-translations.tsx'
import {
  getFocalSize,
  focalSizes,
  getNextFocus,
  computeStep,
} from '../generator/generator-state.ts'
import type { SteppedValue } from '../generator/generator-state.ts'
import styles from './technique-bar.module.css'
import { isSetTo } from './techniques.ts'
import type { TechniqueSubject } from './techniques.ts'
import { useGenerator } from '../generator/use-generator.ts'
import type { GeneratorView } from '../generator/use-generator.ts'
import { useTechnique } from './use-technique.ts'
import { ValueBox } from './value-box.tsx'
import { Icon } from '../../../ui/display/icon.tsx'

interface TechniqueBarProps {
  /**
   * The selected annotation. Its technique is sent to the generator whenever the selection changes.
   */
  readonly subject: TechniqueSubject | undefined
  readonly studyId: StudyId
  /** A technique is saved for a species and a size, which a person does not have. */
  readonly isHuman: boolean
  /** Why the values are locked: another page captures. */
  readonly lockedReason?: string | undefined
}

/** Shows the generator values with − and +, the focus and Save. For General only. */
export const TechniqueBar = (props: TechniqueBarProps) => (
  <WithTranslations namespace="devices" height={56}>
    <Bar {...props} />
  </WithTranslations>
)

const units = { kv: 'kV', ma: 'mA', ms: 'ms', mx: 'mAs' } as const
const allBoxes: readonly SteppedValue[] = ['kv', 'ma', 'ms', 'mx']
/** Without a connected generator, the user sets kV and mAs by hand. */
const simulatedBoxes: readonly SteppedValue[] = ['kv', 'mx']

const reportFailure = (work: Promise<void>) =>
  void work.catch((error: unknown) => showError(getErrorMessage(error)))

function Bar({ subject, studyId, isHuman, lockedReason }: TechniqueBarProps) {
  const { t } = useTranslation()
  const generator = useGenerator(studyId)
  const { values, scales, isDisabled, isStreamOpen } = generator
  const getReason = () => {
    if (lockedReason !== undefined) return lockedReason
    if (isDisabled) return undefined
    if (generator.isConnecting) return t('devices:generator.connecting')
    if (!isStreamOpen) return t('errors:device/generator-unavailable')
    return scales ? undefined : t('devices:technique.noScales')
  }
  const why = getReason()
  const isEnd = (key: SteppedValue, direction: 1 | -1) =>
    scales !== undefined && computeStep(key, direction, values, scales) === undefined
  return (
    <div className={styles.bar} role="group" aria-label={t('devices:technique.title')}>
      {(isDisabled ? simulatedBoxes : allBoxes).map((key) => (
        <ValueBox
          key={key}
          unit={units[key]}
          name={t(`devices:technique.name.${key}`)}
          value={values[key]}
          reason={why}
          isLowest={isEnd(key, -1)}
          isHighest={isEnd(key, 1)}
          onStep={(direction) => reportFailure(generator.step(key, direction))}
        />
      ))}
      <FocusBox generator={generator} reason={why} />
      {isHuman ? null : (
        <SaveButton subject={subject} generator={generator} lockedReason={lockedReason} />
      )}
    </div>
  )
}

interface FocusBoxProps {
  readonly generator: GeneratorView
  readonly reason: string | undefined
}

/** Shows the name of the focal size; a press selects the other one. */
function FocusBox({ generator, reason }: FocusBoxProps) {
  const { t } = useTranslation()
  const { fo } = generator.values
  const size = getFocalSize(fo)
  const other = getNextFocus(fo, generator.scales)
  const name = size ? t(`devices:focus.${size.name}`) : '–'
  const otherName = focalSizes.find((one) => one.fo === other)
  const why = reason ?? (other === undefined ? t('devices:focus.only') : undefined)
  return (
    <button
      type="button"
      className={styles.focus}
      aria-disabled={why !== undefined}
      data-hint={
        why ??
        (otherName && t('devices:focus.choose', { name: t(`devices:focus.${otherName.name}`) }))
      }
      onClick={() => {
        if (why === undefined && other !== undefined) reportFailure(generator.set({ fo: other }))
      }}
    >
      <span className={styles.unit}>{t('devices:focus.title')}</span>
      <span className={styles.focusName}>{name}</span>
    </button>
  )
}

interface SaveButtonProps {
  readonly subject: TechniqueSubject | undefined
  readonly generator: GeneratorView
  readonly lockedReason: string | undefined
}

function SaveButton({ subject, generator, lockedReason }: SaveButtonProps) {
  const { t } = useTranslation()
  const { technique, obstacle, isSaving, save } = useTechnique(
    subject,
    generator,
    lockedReason !== undefined,
  )
  useRestoredFocus(isSaving)
  const isChanged = technique !== undefined && !isSetTo(technique, generator.values)
  return (
    <ExplainedButton
      className={styles.save ?? ''}
      variant={isChanged && !obstacle ? 'light' : 'default'}
      leftSection={<Icon icon={IconDeviceFloppy} size="lg" />}
      reason={lockedReason ?? (obstacle && t(`devices:obstacle.${obstacle}`))}
      loading={isSaving}
      data-hint={t('devices:technique.saveHint')}
      onClick={save}
    >
      {t('common:action.save')}
    </ExplainedButton>
  )
}
