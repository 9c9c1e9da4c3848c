import { lazy, Suspense, useState } from 'react'
import { AvatarMark } from '#layout/avatar-mark.tsx'
import { MenuOpener } from '#ui/menu-opener.tsx'
import { useShortcut } from '#ui/use-shortcut.ts'

const loadMenu = () => import('#layout/avatar-menu.tsx')
const AvatarMenu = lazy(async () => ({ default: (await loadMenu()).AvatarMenu }))
const ShortcutsDialog = lazy(async () => ({
  default: (await import('#layout/shortcuts-dialog.tsx')).ShortcutsDialog,
}))

/** Initials that open the person's menu, which is preloaded when somebody is about to use it. */
export function AvatarButton() {
  const [asked, setAsked] = useState(false)
  const [helping, setHelping] = useState(false)
  useShortcut('?', () => setHelping(true))
  const button = (
    <MenuOpener variant="ghost" size="icon" load={loadMenu} onOpen={() => setAsked(true)}>
      <AvatarMark />
    </MenuOpener>
  )
  return (
    <>
      {asked ? (
        <Suspense fallback={button}>
          <AvatarMenu onShortcuts={() => setHelping(true)} />
        </Suspense>
      ) : (
        button
      )}
      {helping && (
        <Suspense>
          <ShortcutsDialog onClose={() => setHelping(false)} />
        </Suspense>
      )}
    </>
  )
}
