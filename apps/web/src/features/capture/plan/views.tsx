import { Menu, UnstyledButton } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { formatView } from '@talus/anatomy'
import type { LocalizedNames } from '@talus/anatomy'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../../../language.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { splitViews } from './annotations.ts'
import styles from './plan.module.css'

const lateralSides: Readonly<Partial<Record<string, 'rightDown' | 'leftDown'>>> = {
  RLAT: 'rightDown',
  LLAT: 'leftDown',
}

/** Long view codes are shown in a smaller font and on two lines. */
const getLengthClass = (view: string) => {
  if (view.length <= 3) return undefined
  return view.length > 5 ? 'very' : 'quite'
}

const ViewName = ({ view }: { readonly view: string }) => {
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

interface ViewsProps<View extends string> {
  readonly choice: {
    readonly views: readonly View[]
    readonly view: View | undefined
    readonly setView: (view: View) => void
  }
  readonly names: Readonly<Record<View, LocalizedNames>>
}

/** Selects one of the views: the first three have a button, the others are in a menu. */
export function Views<View extends string>({ choice, names }: ViewsProps<View>) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  const { buttons, more } = splitViews(choice.views)
  const chosenOther = more.find((view) => view === choice.view)
  const button = (view: View) => (
    <UnstyledButton
      key={view}
      className={styles.choice}
      aria-pressed={view === choice.view}
      data-hint={names[view][language]}
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
                <span>{names[view][language]}</span>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </div>
  )
}
