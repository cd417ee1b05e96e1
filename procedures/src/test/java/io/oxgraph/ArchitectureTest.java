package io.oxgraph;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Test;

/** Calls go down only. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.oxgraph");

    @Test
    void layers_call_only_those_below() {
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage("io.oxgraph..")
                .layer("procedure")
                .definedBy("..procedure..", "..extension..")
                .layer("logic")
                .definedBy(
                        "..capture..",
                        "..changes..",
                        "..inject..",
                        "..guard..",
                        "..effect..",
                        "..patterns..",
                        "..recall..",
                        "..semantic..",
                        "..walk..",
                        "..working..")
                .layer("entities")
                .definedBy("..entity..")
                .layer("graph")
                .definedBy("..graph..", "..input..")
                .layer("functions")
                .definedBy("..situation..", "..text..", "..time..", "..statistics..")
                .layer("model")
                .definedBy("..model..")
                .layer("error")
                .definedBy("..error..")
                .whereLayer("procedure")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("logic")
                .mayOnlyBeAccessedByLayers("procedure")
                .whereLayer("entities")
                .mayOnlyBeAccessedByLayers("procedure", "logic")
                .whereLayer("graph")
                .mayOnlyBeAccessedByLayers("logic", "entities")
                .whereLayer("functions")
                .mayOnlyBeAccessedByLayers("procedure", "logic", "entities", "graph")
                .whereLayer("model")
                .mayOnlyBeAccessedByLayers("procedure", "logic", "entities", "graph", "functions")
                .check(CLASSES);
    }

    @Test
    void rooms_do_not_call_each_other() {
        SlicesRuleDefinition.slices()
                .matching("io.oxgraph.(capture|changes|inject|guard|effect|patterns|recall|semantic|walk|working)..")
                .should()
                .notDependOnEachOther()
                .check(CLASSES);
    }

    @Test
    void only_the_extension_point_touches_the_kernel() {
        ArchRuleDefinition.noClasses()
                .that()
                .haveNameNotMatching(".*OxgraphExtensionFactory.*")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.neo4j.kernel..", "org.neo4j.internal..", "org.neo4j.values..")
                .check(CLASSES);
    }
}
