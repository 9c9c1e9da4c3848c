import { Link } from '@tanstack/react-router'
import { Menu, X } from 'lucide-react'
import { AvatarButton } from '#layout/avatar-button.tsx'
import { PaletteButton } from '#layout/palette-button.tsx'
import { ThemeSwitch } from '#layout/theme-switch.tsx'
import { paths } from '#paths.ts'
import { Brand } from '#platform/brand.tsx'
import { Button } from '#ui/button.tsx'
import { optional } from '#ui/optional.tsx'

const Bell = optional(async () => (await import('#inbox/bell.tsx')).Bell)

interface HeaderProps {
  menuOpen: boolean
  onMenuToggle(): void
}

export function Header({ menuOpen, onMenuToggle }: HeaderProps) {
  const Icon = menuOpen ? X : Menu
  return (
    <header className="sticky top-0 z-30 flex h-(--header-height) items-center gap-1 border-b border-line bg-surface px-1 max-sm:[&_button]:w-9 sm:gap-2 sm:px-4 print:hidden">
      <Button
        variant="ghost"
        size="icon"
        className="lg:hidden"
        aria-label={menuOpen ? 'Close menu' : 'Open menu'}
        aria-expanded={menuOpen}
        aria-controls="sidebar"
        onClick={onMenuToggle}
      >
        <Icon aria-hidden className="size-5" />
      </Button>
      <Link to={paths.dashboard} className="min-w-0 rounded-md px-1 py-1">
        <Brand />
      </Link>
      <div className="ms-auto flex items-center sm:gap-1">
        <PaletteButton />
        <div className="min-w-9">
          <Bell />
        </div>
        {/* On a phone the product's name needs the room; My Settings has the theme too. */}
        <div className="max-sm:hidden">
          <ThemeSwitch />
        </div>
        <AvatarButton />
      </div>
    </header>
  )
}
