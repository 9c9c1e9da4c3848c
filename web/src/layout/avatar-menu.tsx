import { findRole } from '@check-requests/domain/access/roles.ts'
import { useNavigate } from '@tanstack/react-router'
import { Keyboard, KeyRound, LogOut, Plane, Settings2 } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { usePerson, useSessionActions } from '#access/sessions/session-provider.tsx'
import { AvatarMark } from '#layout/avatar.tsx'
import { paths } from '#paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { Menu, MenuItem, MenuLabel, MenuRadioGroup, MenuSeparator } from '#ui/overlay/menu.tsx'

const ChangePasswordDialog = lazy(async () => ({
  default: (await import('#access/sessions/change-password-dialog.tsx')).ChangePasswordDialog,
}))

const OutOfOfficeDialog = lazy(async () => ({
  default: (await import('#approvals/delegations/out-of-office.tsx')).OutOfOfficeDialog,
}))

const trigger = (
  <button type="button" className={buttonClass('ghost', 'icon')}>
    <AvatarMark />
  </button>
)

interface OpenDialog {
  open: boolean
  onOpenChange(open: boolean): void
}

/** The user menu: account, roles, password, logout (R043 to R047). */
export function AvatarMenu({ onShortcuts }: { onShortcuts(): void }) {
  const { email, all_roles: roleIds, roleId, role } = usePerson()
  const { switchRole, logOut } = useSessionActions()
  const navigate = useNavigate()
  const [Dialog, setDialog] = useState<ComponentType<OpenDialog>>()
  const roles = roleIds.flatMap((id) => findRole(id) ?? [])

  return (
    <>
      <Menu trigger={trigger} openAtOnce>
        <MenuLabel>
          <span className="block font-semibold">My Account</span>
          <span className="block break-all text-ink-soft">{email}</span>
        </MenuLabel>
        <MenuSeparator />
        <MenuRadioGroup
          label="Role"
          value={roleId}
          options={roles.map(({ id, label }) => ({ value: id, label }))}
          onChange={(id) => void switchRole(id)}
        />
        <MenuSeparator />
        {role === 'approver' && (
          <MenuItem icon={<Plane aria-hidden className="size-4" />} onClick={() => setDialog(() => OutOfOfficeDialog)}>
            Out of Office
          </MenuItem>
        )}
        <MenuItem
          icon={<Settings2 aria-hidden className="size-4" />}
          onClick={() => void navigate({ to: paths.mySettings })}
        >
          My Settings
        </MenuItem>
        <MenuItem
          icon={<KeyRound aria-hidden className="size-4" />}
          onClick={() => setDialog(() => ChangePasswordDialog)}
        >
          Change Password
        </MenuItem>
        <MenuItem icon={<Keyboard aria-hidden className="size-4" />} onClick={onShortcuts}>
          Keyboard Shortcuts
        </MenuItem>
        <MenuItem icon={<LogOut aria-hidden className="size-4" />} onClick={() => void logOut()}>
          Log Out
        </MenuItem>
      </Menu>
      {Dialog && (
        <Suspense>
          <Dialog open onOpenChange={() => setDialog(undefined)} />
        </Suspense>
      )}
    </>
  )
}
