package trip

// The parameters that decide a Trip roll, as forms show them first; the others
// stand under more.
var _ = tripForm.Lead(formAbility.Spec, formTarget.Spec, formDifficulty.Spec, formFocus.Spec, formLuck.Spec)
