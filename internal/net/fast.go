package net

// fastConvolve, where there is a faster way on this machine, does as convolvePlain on
// boards of at least fastWidth lines; else it is nil.
var fastConvolve, fastWidth = fastPath()

// convolveFunc is the type of layer.convolvePlain.
type convolveFunc func(l *layer, p plane, dst, src, residual []int16, offset []int32)
