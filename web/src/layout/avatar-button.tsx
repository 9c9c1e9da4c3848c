import { lazy, Suspense, useState } from 'react'
import { AvatarMark } from '#layout/avatar-mark.tsx'
import { buttonClass } from '#ui/button.tsx'

const loadMenu = () => import('#layout/avatar-menu.tsx')
const AvatarMenu = lazy(async () => ({ default: (await loadMenu()).AvatarMenu }))

/** Initials that open the person's menu. The menu is loaded when somebody is about to use it. */
export function AvatarButton() {
  const [asked, setAsked] = useState(false)
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      className={buttonClass('ghost', 'icon')}
      onPointerEnter={loadMenu}
      onFocus={loadMenu}
      onClick={() => setAsked(true)}
    >
      <AvatarMark />
    </button>
  )
  if (!asked) return button
  return (
    <Suspense fallback={button}>
      <AvatarMenu />
    </Suspense>
  )
}
