import { createContext, type ReactNode } from 'react'

export type RenderMarks = (requestId: number) => ReactNode

/** Renders the marks of a request in a list; undefined until they are known, and in lists without marks. */
export const MarksContext = createContext<RenderMarks | undefined>(undefined)
