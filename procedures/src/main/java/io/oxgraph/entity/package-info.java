/** Which entity a name means: a cascade from exact names to similar ones, and what operators change of it. */
package io.oxgraph.entity;
