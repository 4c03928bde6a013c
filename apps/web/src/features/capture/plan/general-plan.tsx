import { Menu, UnstyledButton } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconCheck, IconChevronDown, IconPlus } from '@tabler/icons-react'
import { formatView, viewNames } from '@talus/anatomy'
import type { View } from '@talus/anatomy'
import { animalSizes } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { BodyMap } from '../../../maps/body/body-map.tsx'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { toLanguage } from '../../../language.ts'
import { splitViews } from './annotations.ts'
import { SideChoice } from './side-choice.tsx'
import type { AnnotationChoice } from './use-annotation-choice.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './plan.module.css'

interface GeneralPlanProps {
  readonly choice: AnnotationChoice
  readonly counts: Readonly<Record<string, number>>
  readonly isAdding: boolean
  readonly onAdd: () => void
}

/** Selects the body part, the view and the size of the patient. */
export function GeneralPlan({ choice, counts, isAdding, onAdd }: GeneralPlanProps) {
  const { t } = useTranslation()
  const { species, size, part } = choice
  return (
    <>
      <div className={styles.sizes} role="group" aria-label={t('capture:size.title')}>
        {animalSizes.map((one) => (
          <UnstyledButton
            key={one}
            className={styles.choice}
            aria-pressed={one === size}
            aria-label={t(`capture:size.${one}`)}
            data-hint={t(`capture:size.${one}`)}
            onClick={() => choice.setSize(one)}
          >
            {t(`capture:size.short.${one}`)}
          </UnstyledButton>
        ))}
      </div>
      <div className={styles.map} data-species={species}>
        <div className={styles.mapBox}>
          <BodyMap
            species={species}
            selected={part ?? null}
            counts={counts}
            onSelect={choice.setPart}
          />
        </div>
      </div>
      {part ? <SideChoice species={species} part={part} onSelect={choice.setPart} /> : null}
      <Views choice={choice} />
      <ExplainedButton
        className={styles.add ?? ''}
        leftSection={<Icon icon={IconPlus} size="xl" />}
        variant="default"
        loading={isAdding}
        reason={choice.obstacle && t(`capture:add.${choice.obstacle}`)}
        onClick={onAdd}
      >
        {t('capture:add.action')}
      </ExplainedButton>
    </>
  )
}

const lateralSides: Readonly<Partial<Record<View, 'rightDown' | 'leftDown'>>> = {
  RLAT: 'rightDown',
  LLAT: 'leftDown',
}

/** Long view codes are shown in a smaller font and on two lines. */
const getLengthClass = (view: View) => {
  if (view.length <= 3) return undefined
  return view.length > 5 ? 'very' : 'quite'
}

const ViewName = ({ view }: { readonly view: View }) => {
  const { t, i18n } = useTranslation()
  const lateral = lateralSides[view]
  // The word keeps the two laterals apart for a user in a hurry.
  if (lateral)
    return (
      <span className={styles.lateral}>
        {formatView(view, toLanguage(i18n.language))}
        <small>{t(`capture:view.${lateral}`)}</small>
      </span>
    )
  const [first, ...rest] = view.split('_')
  return (
    <span>
      {first}
      {rest.map((part) => (
        <span key={part}>
          _<wbr />
          {part}
        </span>
      ))}
    </span>
  )
}

export function Views({ choice }: { readonly choice: AnnotationChoice }) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  const { buttons, more } = splitViews(choice.views)
  const chosenOther = more.find((view) => view === choice.view)
  const button = (view: View) => (
    <UnstyledButton
      key={view}
      className={styles.choice}
      aria-pressed={view === choice.view}
      data-hint={viewNames[view][language]}
      data-long={getLengthClass(view)}
      onClick={() => choice.setView(view)}
    >
      <ViewName view={view} />
    </UnstyledButton>
  )
  return (
    <div className={styles.views} role="group" aria-label={t('capture:view.title')}>
      {buttons.map(button)}
      {more.length > 0 ? (
        <Menu position="top-end" width={320} withinPortal>
          <Menu.Target>
            <UnstyledButton
              className={styles.choice}
              aria-pressed={chosenOther !== undefined}
              aria-label={t('capture:view.more')}
              data-more
              data-long={chosenOther && getLengthClass(chosenOther)}
            >
              {chosenOther ? <ViewName view={chosenOther} /> : t('capture:view.moreShort')}
              <Icon icon={IconChevronDown} />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {more.map((view) => (
              <Menu.Item
                key={view}
                className={styles.viewItem ?? ''}
                rightSection={view === choice.view ? <Icon icon={IconCheck} /> : null}
                onClick={() => choice.setView(view)}
              >
                <b>{formatView(view, language)}</b>
                <span>{viewNames[view][language]}</span>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </div>
  )
}
