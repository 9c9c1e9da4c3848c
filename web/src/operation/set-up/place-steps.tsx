import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import type { Dealership } from '@check-requests/domain/organization/fields.ts'
import { Check } from 'lucide-react'
import { lazy, useEffect, useRef, useState } from 'react'
import { departmentNotices } from '#organization/write-notices.ts'
import { counted } from '#platform/counted.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'

const GroupDialog = lazy(async () => ({ default: (await import('#organization/group-dialog.tsx')).GroupDialog }))
const DealershipDialog = lazy(async () => ({
  default: (await import('#organization/dealership-dialog.tsx')).DealershipDialog,
}))

interface DialogStepProps {
  text: string
  button: string
  kind: 'group' | 'dealership'
}

/** A step whose dialog opens by itself, and with a button if the user has closed it. */
export function DialogStep({ text, button, kind }: DialogStepProps) {
  const add = useDialogFor<null>(kind === 'group' ? GroupDialog : DealershipDialog)
  const opened = useRef(false)
  const { openFor } = add
  useEffect(() => {
    if (opened.current) return
    opened.current = true
    openFor(null)
  }, [openFor])
  return (
    <div className="grid justify-items-start gap-4">
      <p>{text}</p>
      <Button onClick={() => openFor(null)}>{button}</Button>
      {add.dialog}
    </div>
  )
}

/** The usual departments of a dealership. */
const usual = [
  { name: 'Sales', code: 'SAL' },
  { name: 'Service', code: 'SVC' },
  { name: 'Parts', code: 'PRT' },
  { name: 'Body Shop', code: 'BDY' },
  { name: 'Office', code: 'OFC' },
] as const

interface DepartmentsStepProps {
  dealership: Dealership
  /** Called when the calls begin and end, so that the step stays until the last one. */
  onBusy(isBusy: boolean): void
  onSkip(): void
}

/** Adds the usual departments to a dealership, each chosen with one click. */
export function DepartmentsStep({ dealership, onBusy, onSkip }: DepartmentsStepProps) {
  const [chosen, setChosen] = useState<readonly string[]>(['Sales', 'Service', 'Parts', 'Office'])
  const [isBusy, setBusy] = useState(false)
  const busy = (is: boolean) => {
    setBusy(is)
    onBusy(is)
  }
  const create = useWriteWithNotices(organizationEndpoints.createDepartment, departmentNotices.create)
  const { id: dealership_id, dealer_group_id } = dealership

  async function createAll() {
    busy(true)
    try {
      for (const { name, code } of usual.filter((one) => chosen.includes(one.name)))
        await create.mutateAsync({ body: { name, code, dealership_id, dealer_group_id } })
    } catch {
      // The notice has told the reason. The departments created so far remain.
    }
    busy(false)
  }

  return (
    <div className="grid justify-items-start gap-4">
      <p>Which departments does {dealership.name} have? You can add others later.</p>
      <fieldset aria-label="Departments" className="flex flex-wrap gap-2">
        {usual.map(({ name }) => {
          const isChosen = chosen.includes(name)
          return (
            <Button
              key={name}
              variant="secondary"
              aria-pressed={isChosen}
              className={isChosen ? 'rounded-full border-accent bg-accent-soft' : 'rounded-full'}
              onClick={() => setChosen(isChosen ? chosen.filter((one) => one !== name) : [...chosen, name])}
            >
              {isChosen && <Check aria-hidden className="size-4" />}
              {name}
            </Button>
          )
        })}
      </fieldset>
      <div className="flex flex-wrap gap-2">
        <Button pending={isBusy} disabled={chosen.length === 0} onClick={createAll}>
          Create {counted(chosen.length, 'Department')}
        </Button>
        <Button variant="ghost" onClick={onSkip}>
          Add Departments Later
        </Button>
      </div>
    </div>
  )
}
