package io.oxgraph;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Package dependencies go down only, and every package is in a layer. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.oxgraph");

    @Test
    void layers_call_only_those_below() {
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage("io.oxgraph..")
                .ensureAllClassesAreContainedInArchitecture()
                .layer("procedure")
                .definedBy("..procedure..", "..extension..")
                .layer("logic")
                .definedBy(
                        "..access..",
                        "..archive..",
                        "..capture..",
                        "..changes..",
                        "..conversation..",
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
                .definedBy("..outcomes..", "..situation..", "..text..", "..time..", "..statistics..")
                .layer("model")
                .definedBy("..model..")
                .layer("error")
                .definedBy("..error..", "..table..")
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
    void feature_packages_do_not_call_each_other() {
        SlicesRuleDefinition.slices()
                .matching(
                        "io.oxgraph.(access|archive|capture|changes|conversation|inject|guard|effect|patterns|recall|semantic|walk|working)..")
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

    @Test
    void the_readme_lists_every_package() throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        Set<String> listed = Pattern.compile("^\\| `([a-z.]+)` \\|", Pattern.MULTILINE)
                .matcher(readme)
                .results()
                .map(row -> "io.oxgraph." + row.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> packages =
                CLASSES.stream().map(JavaClass::getPackageName).collect(Collectors.toCollection(TreeSet::new));
        assertEquals(packages, listed);
    }
}
