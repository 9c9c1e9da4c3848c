import {
  CheckCheck,
  ClipboardCheck,
  FilePlus2,
  Files,
  FileX2,
  LayoutDashboard,
  type LucideIcon,
  Printer,
  Settings,
  Undo2,
} from 'lucide-react'
import type { MenuIcon } from '#routes.tsx'

/** Pictures of the sidebar's entries. */
export const menuIcons: Record<MenuIcon, LucideIcon> = {
  dashboard: LayoutDashboard,
  new: FilePlus2,
  'sent-back': Undo2,
  rejected: FileX2,
  pending: ClipboardCheck,
  processing: Printer,
  completed: CheckCheck,
  list: Files,
  settings: Settings,
}
