import { ChangePasswordForm } from '#access/sessions/change-password-form.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'

export function ChangePasswordDialog({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Change Password"
      description="Make changes to your password here. Click save when you're done."
    >
      <ChangePasswordForm />
    </Dialog>
  )
}
