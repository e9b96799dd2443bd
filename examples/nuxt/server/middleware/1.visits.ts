import { visits } from '../utils/visits'

export default defineEventHandler(visits)
