/** The parts of the page for sizes, which load together when first shown. */
import '../style/sizes.css';

export { SizesDraft } from './sizes-draft.js';
export { SizesForm } from './sizes-form.js';
